// Floors above a model in a building become transparent while the model is selected or acts.
const svg = document.getElementById("table");

// Shows these models (elements of the drawing) by hiding every floor above them; other floors are shown again.
export function liftAbove(models) {
  const lifted = new Set();
  for (const model of models) {
    if (!model?.classList.contains("below")) continue;
    const [x, y] = model
      .getAttribute("transform")
      .match(/-?[\d.]+/g)
      .map(Number);
    for (const floor of svg.querySelectorAll(".lifts"))
      if (Number(floor.dataset.z) > Number(model.dataset.z) && holds(floor.querySelector(".storey"), x, y))
        lifted.add(floor);
  }
  for (const floor of svg.querySelectorAll(".lifts")) floor.classList.toggle("is-lifted", lifted.has(floor));
}

function holds(shape, x, y) {
  const point = svg.createSVGPoint();
  Object.assign(point, { x, y });
  return shape.isPointInFill(point);
}
