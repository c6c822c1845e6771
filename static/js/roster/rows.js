// The rows of a list are a single Tab stop: up and down move between rows, left and right within one, Home and End to
// the first and last; + adds one, - removes one, 5 fills a group, f marks
// a favourite. Escape in an empty search of the equipment panel
// returns here. Tab leaves the list. Without this script every button is a Tab stop, with the same effect.
const BUTTONS = "button, a[href]";
const lists = () => [...document.querySelectorAll("[data-rows]")];
const rowsOf = (list) =>
  [...list.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility() && row.querySelector(BUTTONS));
// Buttons come before terms that are only explained.
const buttonsOf = (row) =>
  [...row.querySelectorAll(BUTTONS)].sort(
    (node, second) => Number(node.matches(".term")) - Number(second.matches(".term")),
  );

// One button of the list is the Tab stop: the one that has, or last had, the focus.
function rove(list, here) {
  const all = rowsOf(list).flatMap(buttonsOf);
  const stop = here ?? all.find((node) => node === document.activeElement) ?? all[0];
  all.forEach((node) => {
    node.tabIndex = node === stop ? 0 : -1;
  });
}
function roveAll() {
  for (const list of lists()) if (list.dataset.rows === "rove") rove(list);
}

function go(row, wanted = 0) {
  const all = row ? buttonsOf(row) : [];
  all[Math.max(0, Math.min(wanted, all.length - 1))]?.focus();
  return all.length > 0;
}

// The index of the row to which the key moves, from the row with the focus; -1 for none.
function next(key, at, count) {
  return { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key] ?? -1;
}

function step(event, list, row) {
  const rows = rowsOf(list);
  const to = next(event.key, rows.indexOf(row), rows.length);
  if (to >= 0 && to < rows.length && go(rows[to])) event.preventDefault();
}

function along(event, row) {
  const all = buttonsOf(row);
  const at = all.indexOf(document.activeElement);
  const to = event.key === "ArrowRight" ? at + 1 : at - 1;
  if (to >= 0 && to < all.length) {
    event.preventDefault();
    all[to].focus();
  }
}

const KEYS = { "+": ["more"], "-": ["less", "drop"], 5: ["fill"], f: ["favourite"] };

function act(event, row) {
  const button = KEYS[event.key].map((name) => row.querySelector(`button[data-key=${name}]`)).find(Boolean);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const from = event.target.closest?.("[data-rows-from]");
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    const row = event.target.closest?.("[data-row]");
    const list = row?.closest("[data-rows]");
    if (list && !typing) {
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") along(event, row);
      else if (event.key in KEYS) act(event, row);
      else step(event, list, row);
    } else if (
      event.key === "ArrowDown" &&
      (from || document.activeElement === document.body || event.target.id === "main")
    ) {
      const first = lists()
        .filter((node) => !("rowsQuiet" in node.dataset))
        .flatMap(rowsOf)[0];
      const main = first?.querySelector(".button-main");
      if (main) {
        event.preventDefault();
        main.focus();
      } else if (go(first)) event.preventDefault();
    } else if (event.key === "Escape" && event.target.matches?.("[data-kit-search]") && !event.target.value) {
      const stop =
        document.querySelector(".member.is-chosen [data-kit-of]") ??
        lists()
          .flatMap(rowsOf)
          .flatMap(buttonsOf)
          .find((node) => node.tabIndex === 0);
      if (stop) {
        event.preventDefault();
        stop.focus();
      }
    }
  },
  true,
);

document.addEventListener("focusin", (event) => {
  const list = event.target.closest?.("[data-rows=rove]");
  if (list && event.target.closest("[data-row]")) rove(list, event.target);
});
document.addEventListener("htmx:afterSettle", roveAll);
roveAll();
