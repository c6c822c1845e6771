// On every page: sends the entries stored on this device for the signed-in user (queue.js). Loaded only if there are
// any. `say` is a parameter, because circular imports are impossible with hashed file names.
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
