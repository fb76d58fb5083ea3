// @ts-check
/**
 * Overlays of Go, one at a time: territory as squares sized by how sure they are, chains and groups numbered, links dotted, weak
 * groups ringed with their liberties, candidates with what they gain, stones in seki with their sign.
 */

import { s } from "../dom.js";

/** @typedef {import("./geometry.js").BoardShape} BoardShape */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").OverlayCell} OverlayCell */
/** @typedef {import("../types").View} View */

/** Groups below this strength are ringed. */
const WEAK = 0.34;

/** The colours of the signs of link points: of black, of white, of both. */
const LINK_POINTS = /** @type {Record<string, Colour[]>} */ ({ "&": ["black"], $: ["white"], "%": ["black", "white"] });

/** @param {{under: Element, over: Element}} layers @param {BoardShape} shape @param {View} view */
export function drawOverlay(layers, shape, view) {
  const { overlay } = view;
  if (!overlay) return;
  for (const line of overlay.lines) {
    const [from, to] = [shape.cells.get(line.from)?.centre, shape.cells.get(line.to)?.centre];
    if (from && to) s("path", { d: `M${from.join(" ")}L${to.join(" ")}`, class: `link ${line.owner}` }, layers.under);
  }
  const stones = new Map(view.board.cells.map((cell) => [cell.name, cell.colour]));
  const best = Math.max(...overlay.cells.map((cell) => cell.number ?? -Infinity));
  for (const cell of overlay.cells) {
    const place = shape.cells.get(cell.name);
    if (!place) continue;
    const group = s("g", { transform: `translate(${place.centre.join(" ")})` }, layers.over);
    drawGround(group, shape, cell, overlay.name);
    drawText(group, cell, stones.get(cell.name) ?? null, overlay.name === "candidates" && cell.number === best);
  }
}

/** Squares of territory, stones taken off, weak groups, link points. @param {Element} group @param {BoardShape} shape @param {OverlayCell} cell @param {string} name */
function drawGround(group, shape, cell, name) {
  if (cell.owner && name !== "strength") {
    const side = 14 + 24 * (cell.strength ?? 1);
    s("rect", { x: -side / 2, y: -side / 2, width: side, height: side, class: `territory ${cell.owner}` }, group);
  }
  if (cell.removed) s("path", { d: "M-15 -15l30 30m0 -30l-30 30", class: "taken" }, group);
  if (name === "strength" && (cell.strength ?? 1) < WEAK)
    s("circle", { r: shape.disc + 5, class: "weak dashed" }, group);
  const points = LINK_POINTS[cell.mark ?? ""] ?? [];
  points.forEach((colour, index) => {
    s("circle", { cx: (index - (points.length - 1) / 2) * 26, r: 11, class: `link-point ${colour}` }, group);
  });
}

/** A number, or a sign that is not drawn as link points. @param {Element} group @param {OverlayCell} cell @param {Colour | null} stone @param {boolean} best */
function drawText(group, cell, stone, best) {
  const sign = cell.mark && !(cell.mark in LINK_POINTS) ? cell.mark : "";
  const text = typeof cell.number === "number" ? String(cell.number).replace("-", "−") : sign;
  if (!text) return;
  if (!stone) s("circle", { r: 30, class: best ? "value best" : "value-plain" }, group);
  const ink = stone === "black" || best ? "on-black" : "on-white";
  s("text", { class: `number ${ink}` }, group).textContent = text;
}
