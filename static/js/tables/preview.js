// The table in three dimensions below its drawing: loaded when first opened, redrawn after each change.
const fold = document.getElementById("table-3d");
const holder = document.getElementById("table-3d-view");
let view = null;
let isOpening = false;

async function toggle() {
  if (!fold.open) {
    view?.close();
    view = null;
    return;
  }
  if (view || isOpening) return;
  isOpening = true;
  try {
    const { open } = await import("../board/scene/preview.js");
    view = await open(holder, holder.dataset.parts, holder.dataset.scene);
  } catch {
    holder.textContent = holder.dataset.failed;
  } finally {
    isOpening = false;
  }
}

fold.hidden = false;
fold.addEventListener("toggle", toggle);
new MutationObserver(() => view?.refresh().catch(() => {})).observe(document.getElementById("drafting"), {
  childList: true,
});
