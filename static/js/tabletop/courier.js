// On every page: sends what waits on this device for the user who is signed in (queue.js). Loaded only when something waits.
// `say` is a parameter, because the hashed names of files allow no circle of imports.
import { deliverer } from "./deliver.js";
import { openStore, Queue } from "./queue.js";

export async function sendWaiting(user, say, words) {
  let sent = 0;
  const queue = new Queue({
    store: await openStore(),
    user,
    deliver: deliverer({ user }),
    changed: async ({ accepted }) => {
      sent += accepted ? 1 : 0;
      if (accepted && !(await queue.entries()).length) say(words.replace("%n", String(sent)), { show: true });
    },
  });
  addEventListener("online", () => queue.send({ now: true }));
  await queue.send();
}
