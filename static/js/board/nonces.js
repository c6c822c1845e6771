// Adds this browser's random number to the dice of a battle before the first roll: a nonce from WebCrypto, preceded by
// its SHA-256 if another player adds one too. What was shown and sent is stored here, and the dice page compares it
// after the battle. Without this script the battle begins without a nonce of this player, and its dice page says so.
import { request } from "../requests.js";

const place = document.getElementById("dice-of-battle");
const PAUSE_MS = 1000;

const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The same nonce after the page was reloaded. Without browser storage it is drawn for this page only.
function noted() {
  const key = `dice:${place.dataset.pid}`;
  try {
    const known = JSON.parse(localStorage.getItem(key) ?? "null");
    if (known?.nonce) return known;
  } catch {
    /* Drawn below. */
  }
  const drawn = {
    fingerprint: place.dataset.fingerprint,
    nonce: hexOf(crypto.getRandomValues(new Uint8Array(32))),
    at: new Date().toISOString(),
  };
  try {
    localStorage.setItem(key, JSON.stringify(drawn));
  } catch {
    /* Stored for this page only. */
  }
  return drawn;
}

async function ask(body) {
  const options = body && {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-CSRFToken": place.dataset.csrf },
  };
  const answer = await request(place.dataset.to, options || {});
  return answer.ok ? answer.json() : null;
}

async function fingerprintOf(text) {
  if (!crypto.subtle) return "";
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

async function send(what, own) {
  document.getElementById("nonce").textContent = own.nonce;
  for (const id of ["nonce-name", "nonce-row"]) document.getElementById(id).hidden = false;
  if (what === "reveal") return ask({ act: "reveal", value: own.nonce });
  const commitment = await fingerprintOf(own.nonce);
  return commitment ? ask({ act: "commit", value: commitment }) : null;
}

async function run() {
  const own = noted();
  for (;;) {
    try {
      let stage = await ask();
      if (stage?.send) stage = (await send(stage.send, own)) ?? stage;
      if (stage && !["mustering", "preparing"].includes(stage.status)) return location.assign(place.dataset.board);
    } catch {
      /* Requested again below. */
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

if (place) run();
