// A table without models in three dimensions, for the table editor, drawn as on the board. `holder` is the element that
// contains the view; `address` returns the table's geometry.
import { json, page } from "../../requests.js";
import { NoWebGl } from "./renderer.js";
import { readTable } from "./town.js";
import { Viewer } from "./viewer.js";

const SLOW_DATA_MS = 20000;
const TURN = Math.PI / 12;

// Opens the view. Returns {refresh, close}, or null with the reason shown in the holder if the browser has no WebGL 2.
export async function open(holder, partsAddress, address) {
  const [parts, answer] = await Promise.all([
    page(partsAddress, { limit: SLOW_DATA_MS }),
    json(address, { limit: SLOW_DATA_MS }),
  ]);
  const panel = document.importNode(parts.querySelector(".scene"), true);
  const words = JSON.parse(panel.querySelector("script[type='application/json']").textContent);
  holder.replaceChildren(panel);
  const sheet = panel.querySelector("link");
  if (!sheet.sheet)
    await new Promise((done) => {
      sheet.addEventListener("load", done);
      sheet.addEventListener("error", done);
    });
  const colour = getComputedStyle(panel)
    .backgroundColor.match(/[\d.]+/g)
    .slice(0, 3)
    .map((part) => Number(part) / 255);
  let viewer = null;
  try {
    viewer = new Viewer(panel.querySelector("canvas"), readTable(answer.scene), { colour });
  } catch (fault) {
    if (!(fault instanceof NoWebGl)) throw fault;
    holder.textContent = words.no_webgl;
    return null;
  }
  viewer.fit();
  const actions = {
    left: () => viewer.orbit(-TURN, 0),
    right: () => viewer.orbit(TURN, 0),
    up: () => viewer.orbit(0, TURN / 2),
    down: () => viewer.orbit(0, -TURN / 2),
    night(button) {
      viewer.isNight = !viewer.isNight;
      button.setAttribute("aria-pressed", String(viewer.isNight));
      viewer.changed();
    },
  };
  panel.addEventListener("click", (event) => {
    const button = event.target.closest("[data-scene]");
    if (button) actions[button.dataset.scene]?.(button);
  });
  panel.view = { viewer };
  return {
    async refresh() {
      const fresh = await json(address, { limit: SLOW_DATA_MS });
      if (fresh.scene.digest !== viewer.table.digest) viewer.setTable(readTable(fresh.scene));
    },
    close() {
      viewer.close();
      holder.replaceChildren();
    },
  };
}
