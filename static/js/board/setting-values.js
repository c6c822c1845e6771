// What the settings of the board mean. Pure functions: no page, no requests.

export const DEFAULTS = {
  speed: "normal",
  confirm: "final",
  sound: false,
  notify: false,
  ends_turns: false,
  hints: true,
};
const CHOICES = { speed: ["slow", "normal", "fast", "off"], confirm: ["final", "always", "never"] };
// The actions that the setting "confirm" is about; all others ask for confirmation if they cannot be undone.
const CONFIRMED = ["walk", "run", "crawl", "charge", "shoot"];

// The value of a setting: of the account (`own`), else of the browser (`kept`, like localStorage), else the default.
export function chosenIn(own, kept, name) {
  if (name in own) return own[name];
  const stored = kept.getItem(`board-${name}`);
  if (name in CHOICES) return CHOICES[name].includes(stored) ? stored : DEFAULTS[name];
  return stored === null ? DEFAULTS[name] : stored === "on";
}

// Hints that were already shown, according to the account and the browser.
export function seenIn(own, kept) {
  const text = kept.getItem("board-seen_hints");
  return [...(own.seen_hints ?? []), ...(text ? JSON.parse(text) : [])];
}

export function needsConfirmation(setting, code, isFinal) {
  if (!CONFIRMED.includes(code) || setting === "final") return Boolean(isFinal);
  return setting === "always";
}
