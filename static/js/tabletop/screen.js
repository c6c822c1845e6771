// How the tracker uses this device: its screen kept on (Screen Wake Lock), large text, and whether the player records
// only their own side or one device records all. They are switches below the battle, stored on the device. A browser
// that cannot keep its screen on shows no switch for it; the last one is only for players.
const KEY = "tabletop-screen";
const DEFAULTS = { awake: true, large: false, own: false };

// The stored switches; unreadable ones count as not set.
export function settingsFrom(text) {
  try {
    const stored = JSON.parse(text ?? "{}");
    const known = Object.keys(DEFAULTS).filter((name) => typeof stored?.[name] === "boolean");
    return { ...DEFAULTS, ...Object.fromEntries(known.map((name) => [name, stored[name]])) };
  } catch {
    return { ...DEFAULTS };
  }
}

// Holds the lock while it is turned on and the page is visible: browsers release it when the page is hidden.
export function keepAwake(wakeLock, isHidden) {
  let lock = null;
  let isWanted = false;
  let isAsking = false;
  async function update() {
    if (!isWanted || isHidden()) {
      const held = lock;
      lock = null;
      await held?.release().catch(() => {});
      return;
    }
    if (isAsking || (lock && !lock.released)) return;
    isAsking = true;
    try {
      lock = await wakeLock.request("screen");
    } catch {
      // For example because of a low battery; requested again when the page becomes visible.
    }
    isAsking = false;
    if (!isWanted) await update();
  }
  return {
    want(wanted) {
      isWanted = wanted;
      return update();
    },
    shown: update,
  };
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function startScreen(box) {
  if (!box) return;
  const settings = settingsFrom(stored());
  const canWake = "wakeLock" in navigator;
  const awake = keepAwake(navigator.wakeLock, () => document.hidden);
  const apply = () => {
    document.documentElement.classList.toggle("is-large", settings.large);
    // A battle without a side of this user has no such switch.
    document.documentElement.classList.toggle("is-own-side", settings.own && Boolean(box.querySelector("[name=own]")));
    if (canWake) awake.want(settings.awake);
  };
  for (const field of box.querySelectorAll("input[type=checkbox]")) {
    field.checked = settings[field.name];
    field.closest("label").hidden = field.name === "awake" && !canWake;
    field.addEventListener("change", () => {
      settings[field.name] = field.checked;
      apply();
      try {
        localStorage.setItem(KEY, JSON.stringify(settings));
      } catch {
        // Then the setting is not stored.
      }
    });
  }
  document.addEventListener("visibilitychange", awake.shown);
  box.hidden = false;
  apply();
}
