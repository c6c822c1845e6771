// A tabletop battle that others have open too: what another phone records is shown here within a second. A WebSocket
// announces changes; while it is closed, the page asks every few seconds. Without JavaScript the page has to be
// reloaded.
import { request } from "../requests.js";

const POLL_MS = 3000;
const LONGEST_PAUSE_MS = 8000;
const UNKNOWN = 4404;
const SIGNED_OUT = 4401;
const BUSY_MS = 200;
// A connection that broke without notice looks open: after this time without a message the page asks by itself.
const QUIET_MS = 15000;

const region = () => document.getElementById("track");

// Keeps what is being typed while the region is replaced: returns a function that inserts it into the new region.
export function keepTyped(from) {
  const typed = [...from.querySelectorAll("input[id], textarea[id]")]
    .filter((field) => field.type !== "hidden" && field.value !== field.defaultValue)
    .map(({ id, value }) => ({ id, value }));
  const active = document.activeElement;
  const place = from.contains(active) && active.matches("input[id], textarea[id]") && active;
  const focused = place && { id: place.id, from: place.selectionStart, to: place.selectionEnd };
  return () => {
    for (const { id, value } of typed) {
      const field = document.getElementById(id);
      if (field) field.value = value;
    }
    const field = focused ? document.getElementById(focused.id) : null;
    field?.focus({ preventScroll: true });
    if (field && focused.from !== null) field.setSelectionRange(focused.from, focused.to);
  };
}

// `redraw` replaces the region with the given HTML. Returns a function that checks whether the region is the newest
// one.
export function follow(redraw) {
  const battle = location.pathname.split("/").filter(Boolean).at(-1);
  let socket = null;
  let tries = 0;
  let isAsking = false;
  let isGone = false;
  let wanted = "";
  let heard = Date.now();

  async function refresh() {
    if (isAsking || !navigator.onLine) return;
    isAsking = true;
    try {
      const since = region().dataset.version;
      const answer = await request(`${location.pathname}?since=${encodeURIComponent(since)}`, {
        accept: "text/html",
        redirect: "manual",
        headers: { "HX-Request": "true" },
      });
      if (answer.status !== 200) return;
      const html = await answer.text();
      await redraw(html);
    } catch {
      // Requested again with the next message or after the next interval.
    } finally {
      isAsking = false;
      // Something else was recorded during this request.
      check();
    }
  }

  // Request again if the region is older than the last message.
  function check() {
    if (wanted && region().dataset.version !== wanted) setTimeout(refresh, BUSY_MS);
  }

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws/battles/track/${battle}/`);
    socket.onmessage = (event) => {
      tries = 0;
      heard = Date.now();
      wanted = JSON.parse(event.data).version;
      if (wanted !== region().dataset.version) refresh();
    };
    socket.onclose = (event) => {
      isGone = event.code === UNKNOWN;
      if (isGone) return;
      // Signed out in another tab: show the page that a visitor gets. Waiting entries stay on the device.
      if (event.code === SIGNED_OUT) return location.reload();
      tries += 1;
      setTimeout(open, Math.min(LONGEST_PAUSE_MS, 300 * 2 ** tries));
    };
  }

  open();
  setInterval(() => {
    if (isGone || document.hidden) return;
    const isQuiet = Date.now() - heard > QUIET_MS;
    if (isQuiet) heard = Date.now();
    if (isQuiet || socket.readyState !== WebSocket.OPEN) refresh();
  }, POLL_MS);
  addEventListener("online", refresh);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  return check;
}
