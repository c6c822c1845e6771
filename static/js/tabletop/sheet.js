// The sheet of a tabletop battle: input is stored on this device until it is sent, and a sheet that cannot be sent is
// put in the queue (queue.js). Without JavaScript the form is posted normally.
import { newId } from "../requests.js";
import { deliverer, fieldsOf } from "./deliver.js";
import { openStore, Queue } from "./queue.js";

const form = document.getElementById("sheet");
const box = document.getElementById("sheet-queue");
const USER = form?.dataset.user ?? "";
const LANE = `sheet:${location.pathname}${location.search}`;
const QUICK_MS = 1500;

const serial = () => JSON.stringify(fieldsOf(new FormData(form)));

// Fills the form with the fields of a draft: pairs of name and value.
export function fill(target, pairs) {
  const given = new Map();
  for (const [name, value] of pairs) given.set(name, [...(given.get(name) ?? []), value]);
  for (const field of target.elements) {
    if (!field.name || field.type === "hidden" || field.type === "submit") continue;
    const values = given.get(field.name) ?? [];
    if (field.type === "checkbox" || field.type === "radio") field.checked = values.includes(field.value);
    else if (values.length) field.value = values[0];
  }
}

async function start() {
  const store = await openStore();
  const draftKey = `${USER}:${LANE}`;
  const defaults = serial();
  const draft = await store.draft(draftKey);
  // A draft made from other values, for example before more was tracked, would overwrite the new ones.
  if (draft && draft.defaults === defaults) {
    fill(form, draft.fields);
    box.querySelector("[data-draft]").hidden = false;
  }
  form.addEventListener("input", () => store.saveDraft(draftKey, { defaults, fields: fieldsOf(new FormData(form)) }));

  const queue = new Queue({ store, user: USER, deliver: deliverer({ user: USER, form: () => form }), changed: show });

  async function show({ accepted, answer } = {}) {
    if (accepted?.lane === LANE) {
      await store.dropDraft(draftKey);
      location.assign(answer.url || location.href);
      return;
    }
    const [entry] = await queue.entries(LANE);
    const state = entry?.problem ? "refused" : (queue.trouble?.state ?? "");
    const isShown = entry && (entry.problem || queue.trouble || Date.now() - entry.at >= QUICK_MS || !navigator.onLine);
    const text = isShown
      ? (box.dataset[state] ?? box.dataset.waiting).replace("%why", entry.problem?.message ?? "")
      : "";
    const line = box.querySelector("[role=status]");
    const isNew = line.textContent !== text;
    if (isNew) line.textContent = text;
    line.hidden = !text;
    box.querySelector("[data-act=back]").hidden = !isShown;
    box.querySelector("[data-act=again]").hidden = !isShown;
    box.hidden = !isShown && box.querySelector("[data-draft]").hidden;
    form.inert = Boolean(entry) && !entry.problem;
    // The button that sends the sheet is far below this line.
    if (isNew && text) box.scrollIntoView({ block: "center", behavior: "instant" });
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [earlier] = await queue.entries(LANE);
    // A corrected sheet replaces the refused one.
    if (earlier?.problem) await queue.remove(earlier.place);
    else if (earlier) return;
    const fields = fieldsOf(new FormData(form));
    await store.saveDraft(draftKey, { defaults, fields });
    const path = form.dataset.path;
    await queue.add({ id: newId(), lane: LANE, path, fields, label: form.dataset.label, at: Date.now() });
    setTimeout(show, QUICK_MS);
    await queue.send({ now: true });
  });
  box.addEventListener("click", async (event) => {
    const act = event.target.closest("[data-act]")?.dataset.act;
    const [entry] = act ? await queue.entries(LANE) : [];
    if (!entry) return;
    // Change it again; it can only be withdrawn if it was never sent or was refused.
    if (act === "back" && (entry.problem || !entry.tries)) await queue.remove(entry.place);
    else if (act === "again") await queue.again(entry.place);
    await show();
  });
  addEventListener("online", () => queue.send({ now: true }));
  addEventListener("offline", () => show());
  await show();
  await queue.send();
}
if (form && box && USER) start();
