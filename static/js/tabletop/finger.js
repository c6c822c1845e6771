// A tap consists of a press, a release and a click. If the button is replaced in between, the tap is lost.
const CLICK_MS = 60;
// A release outside the window causes no event.
const LONGEST_MS = 2000;
const pressed = new Set();
const waiting = new Set();

function letGo() {
  for (const go of waiting) go();
  waiting.clear();
}

function release({ pointerId }) {
  pressed.delete(pointerId);
  // The click follows the release.
  setTimeout(() => pressed.size || letGo(), CLICK_MS);
}

addEventListener("pointerdown", ({ pointerId }) => pressed.add(pointerId), { capture: true });
addEventListener("pointerup", release, { capture: true });
addEventListener("pointercancel", release, { capture: true });

// Resolves when no finger or mouse button is down any more.
export async function untilReleased() {
  if (!pressed.size) return;
  const timer = setTimeout(letGo, LONGEST_MS);
  await new Promise((go) => waiting.add(go));
  clearTimeout(timer);
}
