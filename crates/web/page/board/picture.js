// @ts-check
/**
 * Pictures of boards: small still ones for cards, and the board on the page as a file that stands alone.
 */

import { s } from "../dom.js";
import { shapeOf } from "./geometry.js";
import { Discs } from "./discs.js";
import { drawWood, drawMarks, reachOf } from "./ground.js";

/** @typedef {import("../types").BoardData} BoardData */

/** A small still board. @param {BoardData} board */
export function smallBoard(board) {
  const shape = shapeOf(board);
  const reach = reachOf(shape, { ...board, kind: "reversi" }) - 8;
  const picture = s("svg", {
    class: "board small",
    viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`,
    "aria-hidden": "true",
  });
  drawWood(picture, shape, board);
  for (const cell of board.cells) {
    const place = shape.cells.get(cell.name);
    const parity = typeof cell.home === "number" && cell.home % 2 ? " second" : "";
    s(
      "path",
      { d: place?.path, class: `cell${place?.ring ? " ring" : ""}${shape.kind === "lines" ? " point" : ""}${parity}` },
      picture,
    );
  }
  drawMarks(s("g", {}, picture), { ...shape, labels: [] }, board);
  const discs = new Discs(s("g", {}, picture), shape);
  for (const cell of board.cells) discs.set(cell.name, cell.colour);
  return picture;
}

const KEPT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
];

/** The board as SVG text that needs no style sheet. @param {SVGSVGElement} svg */
export function standalone(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const from = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(from[index]);
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      // A paint server's address is written out in full by the browser; only its name holds in a file.
      if (value && element instanceof SVGGraphicsElement)
        element.setAttribute(name, value.replace(/url\("?[^#]*#([\w-]+)"?\)/, "url(#$1)"));
    }
    for (const name of ["class", "role", "tabindex", "aria-label", "aria-hidden"]) element.removeAttribute(name);
  });
  copy.prepend(standaloneDefinitions());
  copy.removeAttribute("class");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", "800");
  copy.setAttribute("height", "800");
  return new XMLSerializer().serializeToString(copy);
}

function standaloneDefinitions() {
  const shared = /** @type {SVGDefsElement} */ (document.querySelector("#shared defs"));
  const copy = /** @type {SVGDefsElement} */ (shared.cloneNode(true));
  const from = [...shared.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(from[index]);
    if (element instanceof SVGStopElement) element.setAttribute("stop-color", style.stopColor);
    if (element instanceof SVGRectElement) element.setAttribute("fill", style.fill);
    element.removeAttribute("class");
  });
  return copy;
}

/** The same as PNG. @param {string} svgText @param {number} side in pixels @returns {Promise<Blob>} */
export async function rasterised(svgText, side) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  canvas.getContext("2d")?.drawImage(image, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))), "image/png");
  });
}
