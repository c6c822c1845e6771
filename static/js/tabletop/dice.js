// Dice rolled by the phone itself, on the dice sheet over the tracker and on a page of their own: they need no network,
// and nobody else sees them. If a table is chosen, its result for the roll is shown. The page contains the tables and
// difficulties.
const LARGEST = 2 ** 32;

// A fair die: values above the last whole multiple of its sides are drawn again.
export function rollDie(sides, draw = () => crypto.getRandomValues(new Uint32Array(1))[0]) {
  const limit = LARGEST - (LARGEST % sides);
  let value = draw();
  while (value >= limit) value = draw();
  return (value % sides) + 1;
}

// The faces and the total of "D6", "2D6", "D3", "D66" (tens and units) or "several" D6.
export function rollDice(kind, count = 1, die = rollDie) {
  const numbers = { D6: 1, D3: 1, "2D6": 2, D66: 2, several: count };
  const faces = Array.from({ length: numbers[kind] }, () => die(kind === "D3" ? 3 : 6));
  const total = kind === "D66" ? 10 * faces[0] + faces[1] : faces.reduce((sum, face) => sum + face, 0);
  return { faces, total };
}

// The row for a total in a table of [from, to] rows; a total beyond either end counts as that end.
export function rowOf(rows, total) {
  const inside = Math.min(Math.max(total, rows[0][0]), rows.at(-1)[1]);
  return rows.findIndex(([from, to]) => from <= inside && inside <= to);
}

// How many dice reached 2, 3, 4, 5 and 6.
export const reached = (faces) => [2, 3, 4, 5, 6].map((need) => faces.filter((face) => face >= need).length);

const filled = (text, values) => text.replace(/%(\w+)/g, (whole, name) => values[name] ?? whole);
const clean = (text) => text.replace(/\s+/g, " ").trim();

// A sentence about the roll, without and with its purpose.
function sentenceOf(words, table, { button, kind, faces, total }) {
  if (button.dataset.needs) {
    const text = total >= Number(button.dataset.needs) ? words.reached : words.missed;
    const result = filled(text, { total, needs: button.dataset.needs });
    return filled(words.subjectText, { subject: button.dataset.subject, result });
  }
  if (table) return `${total}: ${table}`;
  if (kind !== "several") return filled(words.subjectText, { subject: kind, result: String(total) });
  const [a, b, c, d, e] = reached(faces);
  return filled(words.counts, { total, a, b, c, d, e });
}

function roll(button) {
  const part = button.closest("[data-dice]");
  const kind = button.dataset.roll;
  const count = Number(part.querySelector("select")?.value ?? 1);
  const { faces, total: plain } = rollDice(kind, count);
  const total = plain + Number(button.dataset.bonus ?? 0);
  const rows = [...part.querySelectorAll("tr[data-from]")];
  const bounds = rows.map(({ dataset }) => [Number(dataset.from), Number(dataset.to)]);
  const hit = rows.length ? rows[rowOf(bounds, total)] : null;
  for (const row of rows) row.toggleAttribute("aria-current", row === hit);
  hit?.setAttribute("aria-current", "true");
  const box = part.querySelector("[data-result]");
  box.hidden = false;
  box.querySelector(".dice-faces").replaceChildren(
    ...faces.map((face) => {
      const die = document.createElement("b");
      die.textContent = String(face);
      return die;
    }),
  );
  const table = hit && clean(hit.querySelector("td").textContent);
  const sentence = sentenceOf(box.dataset, table, { button, kind, faces, total });
  // Emptied first, so that the same result is announced again.
  const line = box.querySelector(".dice-read");
  line.textContent = "";
  setTimeout(() => {
    line.textContent = sentence;
  }, 30);
  const note = box.querySelector("[data-note]");
  const title = part.querySelector("h2").textContent.trim();
  note.dataset.note = hit ? `${title}, ${sentence}` : sentence;
  note.hidden = !document.getElementById("track-note");
}

// The note form of the tracker below the sheet: its queue sends the note now or later.
function note(button) {
  const field = document.getElementById("track-note");
  const typed = field.value;
  field.value = button.dataset.note;
  field.form.requestSubmit();
  setTimeout(() => {
    const shown = document.getElementById("track-note");
    if (shown && typed) shown.value = typed;
  });
  button.hidden = true;
  const box = button.closest("[data-result]");
  box.querySelector(".dice-read").textContent = box.dataset.noted;
}

// Shows the buttons, which do nothing without this script.
export function showRolls(root) {
  for (const rolls of root.querySelectorAll("[data-rolls]")) rolls.hidden = false;
}

if (globalThis.document) {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-roll], [data-note]");
    if (button?.dataset.roll) roll(button);
    else if (button) note(button);
  });
  showRolls(document);
}
