// The replay without page loads: links fetch the next moment and swap it in; play button, arrows, comma and full stop.
// Without this script every control is a link to `?e=n`.
import { page } from "../requests.js";
import { say } from "../site.js";

const root = document.getElementById("replay");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let playing = 0;

async function go(url, push = true) {
  const fresh = (await page(url).catch(() => null))?.getElementById("replay");
  if (!fresh) return;
  const focused = document.activeElement?.dataset?.go;
  root.replaceChildren(...fresh.childNodes);
  if (push) history.replaceState(null, "", url);
  showPlay();
  if (focused) root.querySelector(`[data-go="${focused}"]`)?.focus();
  say(root.querySelector(".moment-line")?.textContent ?? "");
}

function showPlay() {
  const button = root.querySelector('[data-go="play"]');
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(Boolean(playing)));
}

function follow(name) {
  const link = root.querySelector(`a[data-go="${name}"]`);
  if (link) go(link.href);
  return Boolean(link);
}

function play() {
  if (playing) {
    clearInterval(playing);
    playing = 0;
    showPlay();
    return;
  }
  playing = setInterval(() => {
    if (!follow("right")) {
      clearInterval(playing);
      playing = 0;
      showPlay();
    }
  }, 900);
  showPlay();
}

root.addEventListener("click", (event) => {
  if (event.target.closest('button[data-go="play"]')) return void play();
  const link = event.target.closest("a[href^='?e=']");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const name = { ArrowRight: "right", ArrowLeft: "left", ".": ".", ",": ",", Home: "first", End: "last" }[event.key];
  if (name && follow(name)) event.preventDefault();
});

showPlay();
if (!still.matches && new URLSearchParams(location.search).has("play")) play();
