// Shows what is stored on this device: a line with the reason, the list of entries, a mark at each warrior, and the
// resulting turn.
import { momentReached } from "./moments.js";

const clean = (text) => text.replace(/\s+/g, " ").trim();

// The label of a tap in the list: that of the form, then of the button or the note.
export function labelOf(form, submitter) {
  const typed = form.querySelector("input:not([type=hidden]):not([type=checkbox])")?.value ?? "";
  const pressed = typed || clean((submitter ?? form.querySelector("button"))?.textContent ?? "");
  return [form.dataset.label, pressed].filter(Boolean).join(": ");
}

const values = (entry) => Object.fromEntries(entry.fields);

// Marks the region as it will be when the entries have been sent. Only the site determines their further effects.
export function showPending(region, entries) {
  if (!region) return;
  for (const old of region.querySelectorAll(".track-pending")) old.remove();
  for (const entry of entries) {
    const { piece, kind, lost } = values(entry);
    const row = piece && region.querySelector(`#row-${CSS.escape(piece)}`);
    if (!row) continue;
    const mark = document.createElement("span");
    mark.className = "track-pending";
    mark.textContent = (region.dataset.pending ?? "%label").replace("%label", entry.label);
    (row.querySelector("summary") ?? row.querySelector("p"))?.append(mark);
    if (kind === "wounds") showWounds(row, Number(lost));
  }
  showCarried(region, entries);
  showLosses(region, entries);
  showMoment(region, entries);
  // What waits can be undone before the site has any entry.
  const undo = region.querySelector("[data-undo]");
  if (undo) undo.hidden = undo.dataset.undo === "0" && !entries.length;
}

// Counts the models whose loss waits on this phone at the heading of their side.
function showLosses(region, entries) {
  const fallen = fallenOf(entries.map(values));
  const isOfSide = (piece, side) => region.querySelector(`#row-${CSS.escape(piece)}`)?.dataset.side === side;
  for (const heading of region.querySelectorAll("[data-losses]")) {
    const more = fallen.filter((piece) => isOfSide(piece, heading.dataset.losses)).length;
    heading.textContent = heading.dataset.words.trim().replace("%n", String(Number(heading.dataset.lost) + more));
  }
}

// The miniatures that these entries take out of action, each once.
export function fallenOf(entries) {
  return [...new Set(entries.filter(({ kind }) => kind === "out").map(({ piece }) => piece))];
}

// Shows how many objects each warrior will carry, so that what was picked up without a network can also be dropped.
function showCarried(region, entries) {
  const changes = carriedChanges(entries.map(values));
  for (const form of region.querySelectorAll("[data-carried]")) {
    const object = form.dataset.carried;
    const piece = form.querySelector("[name=piece]").value;
    const count = Math.max(0, Number(form.dataset.count) + (changes.get(`${piece} ${object}`) ?? 0));
    form.querySelector("b").textContent = String(count);
    for (const button of form.querySelectorAll("[value=drop], [value=lose]")) button.hidden = !count;
    const passes = form.parentElement.querySelector(`[data-passes="${CSS.escape(object)}"]`);
    if (passes) passes.hidden = !count;
  }
}

// "piece object" -> how many more of it the miniature carries after these entries.
export function carriedChanges(entries) {
  const changes = new Map();
  const add = (piece, object, number) => {
    const key = `${piece} ${object}`;
    changes.set(key, (changes.get(key) ?? 0) + number);
  };
  for (const { kind, piece, thing: object, how, to } of entries) {
    if (kind !== "carry") continue;
    add(piece, object, how === "pick_up" ? 1 : -1);
    if (how === "pass_on") add(to, object, 1);
  }
  return changes;
}

function showWounds(row, lost) {
  const form = row.querySelector("[data-most-wounds]");
  if (!form) return;
  form.querySelector("b").textContent = String(lost);
  const [fewer, more] = form.querySelectorAll("button[name=lost]");
  for (const [button, value] of [
    [fewer, lost - 1],
    [more, lost + 1],
  ]) {
    button.value = String(value);
    button.hidden = value < 0 || value > Number(form.dataset.mostWounds);
  }
}

function showMoment(region, entries) {
  const form = region.querySelector("[data-ahead]");
  if (!form) return;
  const ahead = JSON.parse(form.dataset.ahead);
  const reached = momentReached(ahead, entries);
  if (!reached) return;
  for (const name of ["turn", "side", "phase"]) form.querySelector(`[name=${name}]`).value = String(reached[name]);
  form.querySelector("[data-next]").textContent = reached.next;
  showBar(region, reached);
  const line = region.querySelector("[data-reached]");
  line.hidden = reached === ahead[0];
  line.textContent = line.hidden ? "" : (line.dataset.reached ?? "").replace("%moment", reached.title);
}

// The strip of phases at the top, as after these entries.
function showBar(region, { round, whose, side, phase }) {
  const bar = region.querySelector(".phase-bar");
  bar.querySelector("p b").textContent = round;
  const mark = region.querySelector(`#track-${CSS.escape(side)} .side-mark`);
  const line = bar.querySelector("p");
  line.replaceChildren(line.querySelector("b"), " · ", ...(mark ? [mark.cloneNode(true), " "] : []), whose);
  for (const [number, step] of [...bar.querySelectorAll(".phases li")].entries()) {
    step.toggleAttribute("aria-current", false);
    if (number === phase) step.setAttribute("aria-current", "step");
    const isTicked = Boolean(step.querySelector("svg"));
    if (number < phase && !isTicked) step.prepend(region.querySelector("template[data-tick]").content.cloneNode(true));
    if (number >= phase && isTicked) step.replaceChildren(step.lastChild.textContent.trim());
  }
}

// The box above the battle: `others` are entries of users who are not signed in now.
export function showQueue(box, { entries, others, isLate, trouble, isLasting }) {
  if (!box) return;
  const refused = entries.find((entry) => entry.problem);
  const count = entries.length || others;
  const isConflict = refused?.problem.code === "conflict";
  const state = others ? "signin" : isConflict ? "conflict" : refused ? "refused" : (trouble?.state ?? "");
  const warned = entries.length > 0 && !isLasting;
  box.hidden = !count || (!others && !refused && !trouble && !isLate && !warned);
  const words = (warned && box.dataset.lost) || box.dataset[state] || box.dataset.waiting;
  const line = box.querySelector("[role=status]");
  const text = words
    .replace("%n", String(count))
    .replace("%tap", refused?.label ?? "")
    .replace("%why", refused?.problem.message ?? "");
  if (line.textContent !== text) line.textContent = text;
  for (const control of box.querySelectorAll("[data-for]"))
    control.hidden = !control.dataset.for.split(" ").includes(state);
  box.toggleAttribute("data-quiet", ![...box.querySelectorAll("[data-for]")].some((control) => !control.hidden));
  if (isConflict) showVersions(box, refused);
  const list = box.querySelector("ol");
  list.replaceChildren(
    ...(box.hidden ? [] : entries).map((entry) => {
      const item = document.createElement("li");
      item.textContent = entry.label;
      return item;
    }),
  );
  list.parentElement.hidden = !entries.length;
}

function showVersions(box, { label, problem }) {
  box.querySelector("[data-mine]").textContent = label;
  box.querySelector("[data-theirs]").textContent = problem.theirs
    .map(({ text, player }) => (player ? `${text} (${player})` : text))
    .join("; ");
}
