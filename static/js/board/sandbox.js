// The sandbox: models are dragged on the table; their positions are fields of the form. Without JavaScript they are
// typed.
const svg = document.querySelector(".sandbox-table svg");
const length = Number(svg.dataset.length);
let dragged = null;

const field = (name, modelId) => document.querySelector(`[name="${name}-${modelId}"]`);

function placeAt(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [at.x, at.y].map((value) => Math.round(value * 10) / 10);
}

function draw(model, x, down) {
  model.setAttribute("transform", `translate(${x} ${down})`);
}

svg.addEventListener("click", (event) => event.preventDefault());
svg.addEventListener("pointerdown", (event) => {
  dragged = event.target.closest(".model");
  if (!dragged) return;
  event.preventDefault();
  svg.setPointerCapture(event.pointerId);
});
svg.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const [x, down] = placeAt(event);
  draw(dragged, x, down);
  field("x", dragged.dataset.who).value = x;
  field("y", dragged.dataset.who).value = Math.round((length - down) * 10) / 10;
});
for (const name of ["pointerup", "pointercancel"])
  svg.addEventListener(name, () => {
    dragged = null;
  });

document.getElementById("sandbox").addEventListener("change", (event) => {
  const modelId = event.target.closest("[data-row]")?.dataset.row;
  const model = modelId && svg.querySelector(`.model[data-who="${modelId}"]`);
  if (model) draw(model, Number(field("x", modelId).value), length - Number(field("y", modelId).value));
});
document.documentElement.dataset.sandbox = "ready";
