// Paints layers of the board's SVG onto a canvas, so that reach, routes, aims and marks are shown on the ground of the
// 3D view exactly as on the map. Supports only what the board uses: paths, circles, rectangles, lines, polygons, text,
// use.

const SHAPES = {
  path: (node) => new Path2D(node.getAttribute("d") ?? ""),
  circle(node) {
    const shape = new Path2D();
    shape.arc(node.cx.baseVal.value, node.cy.baseVal.value, node.r.baseVal.value, 0, 2 * Math.PI);
    return shape;
  },
  ellipse(node) {
    const shape = new Path2D();
    shape.ellipse(node.cx.baseVal.value, node.cy.baseVal.value, node.rx.baseVal.value, node.ry.baseVal.value, 0, 0, 7);
    return shape;
  },
  rect(node) {
    const shape = new Path2D();
    shape.roundRect(...["x", "y", "width", "height", "rx"].map((name) => node[name].baseVal.value));
    return shape;
  },
  line: (node) =>
    new Path2D(`M${["x1", "y1"].map((n) => node[n].baseVal.value)}L${["x2", "y2"].map((n) => node[n].baseVal.value)}`),
  polygon: (node) => new Path2D(`M${node.getAttribute("points")}Z`),
};
const PATTERN_STRENGTH = 0.16;
const isPaint = (value) => value && value !== "none" && !value.startsWith("rgba(0, 0, 0, 0)");

// A colour of the style sheet; for a pattern, a transparent version of the colour of its edge.
function paintOf(value, edge) {
  if (!value.startsWith("url")) return [value, 1];
  return [isPaint(edge) ? edge : "rgb(120, 110, 90)", PATTERN_STRENGTH];
}

// `toTable` is the matrix from screen coordinates to units of the drawing.
export function paintLayer(pen, root, toTable, opacity = 1) {
  const style = getComputedStyle(root);
  const strength = opacity * Number(style.opacity);
  if (style.display === "none" || strength < 0.02) return;
  if (root.classList.contains("press") || root.nodeName === "title" || root.nodeName === "defs") return;
  if (root.nodeName === "use") return void paintUse(pen, root, toTable, strength, style);
  if (SHAPES[root.nodeName] || root.nodeName === "text") paintShape(pen, root, toTable, strength, style);
  for (const child of root.children) paintLayer(pen, child, toTable, strength);
}

function paintUse(pen, node, toTable, strength) {
  const shown = document.querySelector(node.getAttribute("href"));
  for (const child of shown?.children ?? []) {
    if (!SHAPES[child.nodeName]) continue;
    place(pen, node, toTable);
    pen.globalAlpha = strength;
    pen.fillStyle = getComputedStyle(node).fill;
    pen.fill(SHAPES[child.nodeName](child));
    pen.restore();
  }
}

function place(pen, node, toTable) {
  const matrix = toTable.multiply(node.getScreenCTM());
  pen.save();
  pen.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
}

function paintShape(pen, node, toTable, strength, style) {
  place(pen, node, toTable);
  const width = Number.parseFloat(style.strokeWidth);
  const draw = { fill: null, stroke: null };
  if (node.nodeName === "text") {
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.textAlign = style.textAnchor === "middle" ? "center" : "left";
    const at = [node.textContent, Number(node.getAttribute("x") ?? 0), Number(node.getAttribute("y") ?? 0)];
    draw.fill = () => pen.fillText(...at);
    draw.stroke = () => pen.strokeText(...at);
  } else {
    const shape = SHAPES[node.nodeName](node);
    draw.fill = () => pen.fill(shape, style.fillRule);
    draw.stroke = () => pen.stroke(shape);
  }
  const isOutlineFirst = style.paintOrder.startsWith("stroke");
  const stroke = () => {
    if (!isPaint(style.stroke) || !width) return;
    [pen.strokeStyle] = paintOf(style.stroke, style.color);
    pen.globalAlpha = strength * Number(style.strokeOpacity);
    pen.lineWidth = width;
    pen.lineJoin = style.strokeLinejoin;
    pen.lineCap = style.strokeLinecap;
    pen.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map(Number.parseFloat));
    draw.stroke();
  };
  if (isOutlineFirst) stroke();
  if (isPaint(style.fill)) {
    const [paint, thin] = paintOf(style.fill, style.stroke);
    pen.fillStyle = paint;
    pen.globalAlpha = strength * Number(style.fillOpacity) * thin;
    draw.fill();
  }
  if (!isOutlineFirst) stroke();
  pen.restore();
}
