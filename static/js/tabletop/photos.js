// Photos of a tracked battle: scales the chosen ones down and makes entries of them for the queue (queue.js), and shows
// those that wait on this device. Loaded with the first photo.
const LONGEST = 1280;
const QUALITY = 0.82;

// The width and height of a picture whose longer side is at most `longest`.
export function scaledSize(width, height, longest = LONGEST) {
  const factor = Math.min(1, longest / Math.max(width, height));
  return [Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor))];
}

// The bytes of a JPEG of this file, scaled down and without its metadata. Raises if the browser cannot read it.
async function scaledDown(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = scaledSize(picture.width, picture.height);
  const context = canvas.getContext("2d");
  // A JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/jpeg", QUALITY);
  });
  return blob.arrayBuffer();
}

// Calls `add` with an entry for each file of an input, one after the other. The input is emptied, so that the same file
// can be chosen again.
export async function addFiles({ form, input, say, add }) {
  const files = [...input.files];
  const words = form.elements.description;
  const description = words.value.trim();
  input.value = "";
  const label = [form.dataset.label, description].filter(Boolean).join(": ");
  for (const file of files) {
    let bytes;
    try {
      bytes = await scaledDown(file);
    } catch {
      say(form.dataset.unreadable, { show: true });
      continue;
    }
    words.value = "";
    await add({
      path: new URL(form.action).pathname,
      fields: [["description", description]],
      file: { name: "photo", type: "image/jpeg", bytes },
      label,
      at: Date.now(),
    });
    say(form.dataset.added);
  }
}

function dataAddress({ type, bytes }) {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(new Blob([bytes], { type }));
  });
}

// A photo in the list that is not sent yet, with a button that removes it from this device.
async function waitingItem(entry, form, queue, say) {
  const item = document.createElement("li");
  item.dataset.waiting = entry.id;
  const picture = document.createElement("img");
  picture.src = await dataAddress(entry.file);
  picture.alt = entry.label;
  const line = document.createElement("p");
  line.className = "track-pending small";
  line.textContent = form.dataset.pending.replace("%label", entry.label);
  const remove = document.createElement("button");
  remove.type = "button";
  remove.className = "button button-quiet";
  remove.textContent = form.dataset.remove;
  const name = document.createElement("span");
  name.className = "visually-hidden";
  name.textContent = `: ${entry.label}`;
  remove.append(name);
  remove.addEventListener("click", async () => {
    if (!(await queue.removeUnsent(entry.place))) say(form.dataset.tried, { show: true });
  });
  item.append(picture, line, remove);
  return item;
}

// Counts the calls: an older one that finishes later shows nothing.
let calls = 0;

// Shows the photos among the entries after those that the site has.
export async function showWaiting(entries, queue, say) {
  const form = document.getElementById("photo-form");
  const list = document.getElementById("track-photos");
  if (!form || !list) return;
  calls += 1;
  const call = calls;
  const photos = entries.filter(({ file }) => file);
  const shown = new Map([...list.querySelectorAll("[data-waiting]")].map((item) => [item.dataset.waiting, item]));
  const items = await Promise.all(photos.map((entry) => shown.get(entry.id) ?? waitingItem(entry, form, queue, say)));
  if (call !== calls) return;
  // The list may have been replaced in the meantime.
  const current = document.getElementById("track-photos");
  for (const old of current.querySelectorAll("[data-waiting]")) old.remove();
  current.append(...items);
}
