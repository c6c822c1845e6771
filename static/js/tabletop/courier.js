// On every page: sends the entries stored on this device for the signed-in user (queue.js), and says which ones wait
// for a decision of the player. Loaded only if there are any. `words` has the texts `sent` and `held`. `say` is a
// parameter, because circular imports are impossible with hashed file names.
import { deliverer } from "./deliver.js";
import { openStore, Queue } from "./queue.js";

// A line at the top of the page with a link to the battle whose entries are held, because another phone recorded the same
// differently or the site refused one.
function showHeld(held, text) {
  document.getElementById("held-entries")?.remove();
  if (!held.length) return;
  const line = document.createElement("p");
  line.id = "held-entries";
  line.className = "notice is-warn";
  const link = document.createElement("a");
  link.href = held[0].lane.replace(/^sheet:/, "");
  link.textContent = text.replace("%n", String(held.length));
  line.append(link);
  document.querySelector("main")?.prepend(line);
}

// The page on which players sign out says that their entries stay here.
function showKept(count) {
  const line = document.querySelector("[data-kept]");
  if (!line) return;
  line.textContent = line.dataset.kept.replace("%n", String(count)).trim();
  line.hidden = !count;
}

export async function sendWaiting(user, say, words) {
  let sent = 0;
  async function show({ accepted } = {}) {
    sent += accepted ? 1 : 0;
    const entries = await queue.entries();
    if (accepted && !entries.length) say(words.sent.replace("%n", String(sent)), { show: true });
    const lanes = new Set(entries.filter((entry) => entry.problem).map((entry) => entry.lane));
    const held = entries.filter((entry) => lanes.has(entry.lane));
    showHeld(held, words.held);
    showKept(entries.length);
  }
  const queue = new Queue({ store: await openStore(), user, deliver: deliverer({ user }), changed: show });
  addEventListener("online", () => queue.send({ now: true }));
  showKept((await queue.entries()).length);
  await queue.send();
  await show();
}
