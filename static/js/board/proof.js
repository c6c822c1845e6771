// Rolls every die of a battle again from the opened seed, by the browser's own WebCrypto, and compares.
// Without it the page tells how the dice are made, so that anybody can do the same elsewhere.
const data = document.getElementById("proof");
const button = document.getElementById("check");
const said = document.getElementById("checked");
const words = JSON.parse(document.getElementById("proof-words")?.textContent ?? "{}");
const told = (key, fields = {}) => words[key].replace(/\{(\w+)\}/g, (_whole, name) => fields[name]);

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function hmac(key, message, hash) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

async function* stream(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
  for (let block = 0n; ; block += 1n) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, block);
    const digest = new Uint8Array(await crypto.subtle.sign("HMAC", imported, counter.buffer));
    for (const byte of digest) if (byte < 252) yield (byte % 6) + 1;
  }
}

async function check() {
  const proof = JSON.parse(data.textContent);
  const seed = bytesOf(proof.seed);
  if (hexOf(await crypto.subtle.digest("SHA-256", seed)) !== proof.fingerprint) {
    said.textContent = words.misfit;
    return;
  }
  const key = await hmac(seed, new TextEncoder().encode(proof.nonces.join("\n")), "SHA-256");
  const dice = stream(key);
  let place = 0;
  for (const face of proof.faces) {
    const { value } = await dice.next();
    place += 1;
    if (value !== face) {
      said.textContent = told("differs", { n: place, rolled: value, shown: face });
      document.getElementById(`die-${place}`)?.scrollIntoView();
      return;
    }
  }
  said.textContent = told("match", { n: place, all: proof.faces.length });
}

if (button && data) {
  button.hidden = false;
  button.addEventListener("click", () => { said.textContent = words.checking; check(); });
}
