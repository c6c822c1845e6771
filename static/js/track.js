// A battle tracked beside a table with a weak network: a press that found no way out is kept on this device and sent,
// in order, as soon as there is one. Each carries its own key, so what arrives twice happens once.
// Without script the same forms post and load the whole page.
const line = document.getElementById("track-queue");
const KEY = `track:${location.pathname}`;
const AGAIN_MS = 8000;
let sending = false;

function read() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? "[]"); } catch { return []; }
}

function write(queue) {
  try { localStorage.setItem(KEY, JSON.stringify(queue)); } catch { /* a full or closed store: the page says nothing */ }
  if (!line) return;
  line.hidden = queue.length === 0;
  line.textContent = line.dataset.words.replace("%n", String(queue.length));
}

function token() {
  return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

async function send() {
  if (sending || !navigator.onLine) return;
  sending = true;
  try {
    for (let queue = read(); queue.length; queue = read()) {
      const { path, fields } = queue[0];
      const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: token() });
      const answer = await fetch(path, { method: "POST", body, headers: { "HX-Request": "true" } });
      if (answer.status >= 500) return;
      write(queue.slice(1));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("track");
      const region = document.getElementById("track");
      if (page && region) {
        region.replaceWith(page);
        globalThis.htmx?.process(page);
      }
    }
  } catch {
    // Still no way out; the queue waits.
  } finally {
    sending = false;
  }
}

document.addEventListener("htmx:sendError", (event) => {
  const { path, parameters, verb } = event.detail.requestConfig;
  if (verb !== "post" || !event.detail.elt.closest?.("#track")) return;
  const fields = Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== "csrfmiddlewaretoken"));
  const queue = read();
  const same = queue.some((one) => JSON.stringify(one.fields) === JSON.stringify(fields));
  if (!same) write([...queue, { path, fields }]);
});
window.addEventListener("online", send);
setInterval(send, AGAIN_MS);
write(read());
send();
