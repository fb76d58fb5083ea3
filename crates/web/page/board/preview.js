// @ts-check
/**
 * What a move would do: a ghost of the disc, the discs that would turn, and the lines or arcs that turn them.
 */

import { s } from "../dom.js";
import { t } from "../i18n.js";
import { ringArc } from "./geometry.js";
import { makeDisc } from "./discs.js";

/** @typedef {import("./geometry.js").BoardShape} BoardShape */
/** @typedef {import("../types").Legal} Legal */
/** @typedef {import("../types").Capture} Capture */
/** @typedef {import("../types").Colour} Colour */

/** How many discs a move turns, and how many of them along the ring. @param {Legal} legal */
export function turned(legal) {
  const cells = new Set(legal.captures.flatMap((capture) => capture.cells));
  const ring = new Set(legal.captures.filter((capture) => capture.kind === "ring").flatMap((capture) => capture.cells));
  return { all: Math.max(cells.size, legal.captured), ring: ring.size };
}

/** A capture that goes all the way round ends where it began. @param {string} move @param {Capture} capture */
const isLap = (move, capture) => capture.kind === "ring" && (capture.anchor === move || capture.anchor === null);

/** Whether a move of Go takes its own stones off the board. @param {Legal} legal @param {import("../types").View} view */
export function isSuicide(legal, view) {
  const lost = legal.captures[0]?.cells[0];
  const stone = view.board.cells.find((cell) => cell.name === lost);
  return view.board.kind === "go" && stone !== undefined && stone.colour === (view.mover ? "white" : "black");
}

/** What a move would do, in words. @param {Legal} legal @param {import("../types").View} view */
export function effectText(legal, view) {
  const { all, ring } = turned(legal);
  const values = { count: all, ring };
  // The stone itself goes too.
  if (isSuicide(legal, view)) return t("say.suicide", { count: all + 1 });
  const family = view.board.kind;
  if (family === "go") return t(all ? "say.takes" : "say.places", values);
  if (legal.captures.some((capture) => isLap(legal.move, capture))) return t("say.lap", values);
  return t(ring ? "say.turnsRing" : "say.turns", values);
}

/** @param {BoardShape} shape @param {string} move @param {Capture} capture */
function pathOf(shape, move, capture) {
  if (capture.kind === "ring" && typeof capture.direction === "number") {
    return ringArc(shape, move, capture.anchor ?? move, capture.direction);
  }
  const names = [move, ...capture.cells, ...(capture.anchor ? [capture.anchor] : [])];
  return `M${names.map((name) => (shape.cells.get(name)?.centre ?? [0, 0]).join(" ")).join("L")}`;
}

/**
 * @param {{rays: Element, over: Element}} layers @param {BoardShape} shape @param {Legal} legal @param {Colour} colour
 * @param {import("../types").View} view
 */
export function drawPreview(layers, shape, legal, colour, view) {
  for (const capture of legal.captures) {
    if (capture.kind === "chain") continue;
    const d = pathOf(shape, legal.move, capture);
    const ring = capture.kind === "ring" ? " along-ring" : "";
    s("path", { d, class: `ray-under${ring}` }, layers.rays);
    s("path", { d, class: `ray${ring}` }, layers.rays);
    if (ring) s("path", { d, class: "flow" }, layers.rays);
  }
  for (const capture of legal.captures) markCapture(layers.over, shape, legal.move, capture, colour);
  drawGhost(layers.over, shape, legal, colour, isSuicide(legal, view));
}

/** @param {Element} over @param {BoardShape} shape @param {string} move @param {Capture} capture @param {Colour} colour */
function markCapture(over, shape, move, capture, colour) {
  const ring = capture.kind === "ring" ? " along-ring" : "";
  for (const name of capture.cells) {
    const [cx, cy] = shape.cells.get(name)?.centre ?? [0, 0];
    s("circle", { cx, cy, r: shape.disc + 1, class: `halo${ring}` }, over);
    if (capture.kind === "chain") {
      s("path", { d: `M${cx - 15} ${cy - 15}l30 30m0 -30l-30 30`, class: "taken" }, over);
    } else s("circle", { cx, cy, r: 17, class: `core ${colour}` }, over);
  }
  if (!capture.anchor || capture.anchor === move) return;
  const [cx, cy] = shape.cells.get(capture.anchor)?.centre ?? [0, 0];
  s("circle", { cx, cy, r: shape.disc + 2, class: `anchor${ring}` }, over);
}

/** @param {Element} over @param {BoardShape} shape @param {Legal} legal @param {Colour} colour @param {boolean} suicide */
function drawGhost(over, shape, legal, colour, suicide) {
  const [x, y] = shape.cells.get(legal.move)?.centre ?? [0, 0];
  const group = s("g", { transform: `translate(${x} ${y})`, class: "ghost" }, over);
  makeDisc(group, shape.disc, colour);
  const ring = legal.captures.some((capture) => capture.kind === "ring") ? " along-ring" : "";
  s("circle", { r: shape.disc + 2, class: `anchor dashed${ring}` }, group);
  const count = turned(legal).all;
  if (count) s("text", { class: `number on-${colour}` }, group).textContent = suicide ? `−${count + 1}` : `+${count}`;
}
