// Checks the dice of a battle with the browser's WebCrypto: the seed against its fingerprint, every nonce against its
// commitment and its time, what this browser stored before the first roll, then every die, including those of the
// aftermath. Without this script the page explains how the dice are made, so that anybody can check them elsewhere.
const data = document.getElementById("proof");
const button = document.getElementById("check");
const list = document.getElementById("checked");
const words = JSON.parse(document.getElementById("proof-words")?.textContent ?? "{}");
const sentence = (key, fields = {}) => words[key].replace(/\{(\w+)\}/g, (_whole, name) => fields[name]);

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const textBytes = (text) => new TextEncoder().encode(text);
const sha256 = async (bytes) => hexOf(await crypto.subtle.digest("SHA-256", bytes));

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

function say(sentence) {
  const line = document.createElement("li");
  line.textContent = sentence;
  list.append(line);
}

function checkNoted(proof) {
  let known = null;
  try {
    known = JSON.parse(localStorage.getItem(`dice:${list.dataset.pid}`) ?? "null");
  } catch {
    /* Nothing was stored. */
  }
  if (!known) return;
  say(known.fingerprint === proof.fingerprint ? words.noted : words.noted_other);
  if (list.dataset.mine && proof.parts.some((part) => part.sent_at) && !proof.nonces.includes(known.nonce))
    say(words.own_other);
}

async function checkParts(proof) {
  for (const part of proof.parts) {
    if (!part.nonce || !part.sent_at) continue;
    const [sent, first] = [part.sent_at, proof.first_die_at].map(Date.parse);
    if (sent < Date.parse(proof.committed_at) || sent > first) say(sentence("nonce_late", part));
    if (!part.commitment) continue;
    say(sentence((await sha256(textBytes(part.nonce))) === part.commitment ? "nonce_fits" : "nonce_misfit", part));
  }
}

async function checkAftermath(seeds) {
  let matching = 0;
  let all = 0;
  for (const aftermath of seeds) {
    const seed = bytesOf(aftermath.seed);
    if ((await sha256(seed)) !== aftermath.fingerprint) say(words.after_misfit);
    for (const [name, place, faces] of aftermath.rolls) {
      const dice = stream(await hmac(seed, textBytes(name), "SHA-256"));
      for (let skipped = 0; skipped < place; skipped += 1) await dice.next();
      for (const face of faces) {
        all += 1;
        if ((await dice.next()).value === face) matching += 1;
      }
    }
  }
  if (all) say(sentence("after", { n: matching, all }));
}

async function check() {
  list.replaceChildren();
  const proof = JSON.parse(data.textContent);
  const seed = bytesOf(proof.seed);
  if ((await sha256(seed)) !== proof.fingerprint) {
    say(words.misfit);
    return;
  }
  say(words.seed_fits);
  checkNoted(proof);
  await checkParts(proof);
  const dice = stream(await hmac(seed, textBytes(proof.nonces.join("\n")), "SHA-256"));
  let place = 0;
  for (const face of proof.faces) {
    const { value } = await dice.next();
    place += 1;
    if (value !== face) {
      say(sentence("differs", { n: place, rolled: value, shown: face }));
      document.getElementById(`die-${place}`)?.scrollIntoView();
      return;
    }
  }
  say(sentence("match", { n: place, all: proof.faces.length }));
  await checkAftermath(JSON.parse(document.getElementById("proof-aftermath")?.textContent ?? "[]"));
}

if (button && data) {
  button.hidden = false;
  button.addEventListener("click", () => {
    list.textContent = words.checking;
    check();
  });
}
