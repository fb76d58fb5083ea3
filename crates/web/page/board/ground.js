// @ts-check
/**
 * What lies still under the discs: wood and rim, cells, the rail of the ring, lines and stars of Go, bands and cross of Yonin.
 */

import { s } from "../dom.js";

/** @typedef {import("./geometry.js").BoardShape} BoardShape */
/** @typedef {import("../types").BoardData} BoardData */

/** Half the side of the picture, bands included. @param {BoardShape} shape @param {BoardData} board */
export function reachOf(shape, board) {
  return shape.reach + (board.kind === "yonin" ? 46 : 0);
}

/**
 * Draws the ground into a group.
 * @param {Element} parent @param {BoardShape} shape @param {BoardData} board
 */
export function drawWood(parent, shape, board) {
  if (shape.kind === "round") {
    s("circle", { r: shape.rimRadius, class: "rim" }, parent);
    s("circle", { r: shape.rimRadius - 3, class: "rim-light" }, parent);
    s("circle", { r: shape.rimRadius - 47, class: "rim-dark" }, parent);
    return;
  }
  const [width, height] = [shape.columns * 100, shape.rows * 100];
  const off = shape.kind === "lines" ? shape.labelSize + 14 : 52;
  const frame = { x: -width / 2 - off, y: -height / 2 - off, width: width + 2 * off, height: height + 2 * off, rx: 22 };
  s("rect", { ...frame, class: shape.kind === "lines" ? "wood" : "rim" }, parent);
  if (shape.kind === "lines") return;
  s(
    "rect",
    {
      ...frame,
      x: frame.x + 3,
      y: frame.y + 3,
      width: frame.width - 6,
      height: frame.height - 6,
      rx: 20,
      class: "rim-light",
    },
    parent,
  );
  // An octagon has no cells in its corners; there the rim shows.
  if (board.cells.length === shape.columns * shape.rows) {
    s(
      "rect",
      { x: -width / 2 - 3, y: -height / 2 - 3, width: width + 6, height: height + 6, rx: 4, class: "rim-dark" },
      parent,
    );
  }
}

/** What lies over the cells and under the discs. @param {Element} parent @param {BoardShape} shape @param {BoardData} board */
export function drawMarks(parent, shape, board) {
  if (shape.kind === "round") {
    s("circle", { r: shape.ringRadius, class: "rail" }, parent);
    s("circle", { r: shape.rimRadius - 50, class: "rail-edge" }, parent);
  }
  if (shape.kind === "lines") drawLines(parent, shape);
  else drawSpots(parent, shape);
  if (board.kind === "yonin") {
    s(
      "path",
      { d: `M0 ${-shape.rows * 50}V${shape.rows * 50}M${-shape.columns * 50} 0H${shape.columns * 50}`, class: "cross" },
      parent,
    );
  }
  for (const label of shape.labels) {
    const [x, y] = label.at;
    const attributes = {
      x,
      y,
      class: shape.kind === "lines" ? "label on-wood" : "label",
      transform: `rotate(${label.turn} ${x} ${y})`,
    };
    const letters = s("text", attributes, parent);
    letters.textContent = label.text;
    letters.style.fontSize = `${shape.labelSize}px`;
  }
}

/** Registration dots two cells from the edges, where four cells meet. @param {Element} parent @param {BoardShape} shape */
function drawSpots(parent, shape) {
  if (shape.columns < 8) return;
  const [x, y] = [shape.columns / 2 - 2, shape.rows / 2 - 2];
  for (const [dx, dy] of [
    [-x, -y],
    [x, -y],
    [-x, y],
    [x, y],
  ])
    s("circle", { cx: dx * 100, cy: dy * 100, r: 6, class: "spot" }, parent);
}

/** @param {Element} parent @param {BoardShape} shape */
function drawLines(parent, shape) {
  const size = shape.columns;
  const end = (size - 1) * 50;
  const at = (/** @type {number} */ index) => index * 100 - end;
  let d = "";
  for (let index = 0; index < size; index += 1) d += `M${at(index)} ${-end}V${end}M${-end} ${at(index)}H${end}`;
  s("path", { d, class: "go-lines" }, parent);
  const edge = size >= 13 ? 3 : size >= 7 ? 2 : 0;
  const middle = (size - 1) / 2;
  const marks = edge ? [edge, size - 1 - edge] : [];
  if (size % 2 === 1 && size > 3) marks.push(middle);
  for (const column of marks) {
    for (const row of marks) {
      // Below 13 lines only the middle stands between the corner stars.
      if (size < 13 && (column === middle) !== (row === middle)) continue;
      s("circle", { cx: at(column), cy: at(row), r: 9, class: "go-star" }, parent);
    }
  }
}

/**
 * The bands of Yonin: each lies beside its seat's home, on a side of its own.
 * @param {Element} parent @param {BoardShape} shape
 * @returns {{band: SVGRectElement, text: SVGTextElement}[]}
 */
export function drawBands(parent, shape) {
  const half = shape.columns * 50;
  const off = half + 62;
  return [0, 1, 2, 3].map((seat) => {
    const turned = s("g", { transform: `rotate(${seat * 90})` }, parent);
    const band = s("rect", { x: -half, y: -off - 34, width: half - 8, height: 38, rx: 19, class: "band" }, turned);
    const place = {
      x: -half / 2 - 4,
      y: -off - 14,
      class: "band-text",
      transform: seat === 2 ? `rotate(180 ${-half / 2 - 4} ${-off - 15})` : "",
    };
    return { band, text: s("text", place, turned) };
  });
}
