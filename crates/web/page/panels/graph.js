// @ts-check
/**
 * The graph of the game: the value for black after each move, what each move lost, and where the values are exact. Where nothing
 * was analysed the line has a gap.
 */

import { h, s } from "../dom.js";
import { t, signed, plain } from "../i18n.js";
import { lineOf } from "../room-model.js";
import { gradeOf } from "../board/values.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../types").RoomNode} RoomNode */

const HEIGHT = 150;
const LEFT = 44;
const RIGHT = 8;
const BOTTOM = 26;

/** @param {import("../room-model.js").RoomModel} model */
export function graphPanel(model) {
  const svg = s("svg", { role: "img", class: "graph" });
  const panel = h("section", { class: "panel graph-panel", "aria-label": t("graph.title"), hidden: true }, svg);
  let drawn = "";
  const update = () => {
    const { room } = model;
    const line = lineOf(room);
    const wide = Math.max(280, svg.clientWidth);
    const key = JSON.stringify([wide, room.node, model.blind, line.map((node) => [node.id, node.value, node.loss])]);
    if (key === drawn) return;
    drawn = key;
    panel.hidden = model.blind || room.seats.length > 2 || !line.some((node) => node.value);
    if (!panel.hidden) new Graph(svg, room, line, wide).draw();
  };
  model.watch(update);
  new ResizeObserver(update).observe(svg);
  svg.addEventListener("click", (event) => {
    const line = lineOf(model.room);
    const box = svg.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    const index = Math.round(share * (line.length - 1));
    model.goTo(line[Math.min(line.length - 1, Math.max(0, index))]?.id);
  });
  return panel;
}

class Graph {
  /** @param {SVGSVGElement} svg @param {Room} room @param {RoomNode[]} line @param {number} wide */
  constructor(svg, room, line, wide) {
    this.svg = svg;
    this.room = room;
    this.line = line;
    this.wide = wide;
    // Chances and points do not share an axis: a proven result among chances is a sure win, loss or draw.
    this.chances = line.some((node) => node.value?.kind === "chance");
    this.values = line.map((node) => this.#heightOf(node));
    this.top = this.chances
      ? 50
      : Math.max(4, 2 * Math.ceil(Math.max(...this.values.map((value) => Math.abs(value ?? 0))) / 2));
    this.middle = (HEIGHT - BOTTOM) / 2 + 4;
  }

  /** @param {RoomNode} node */
  #heightOf({ value }) {
    if (!value) return null;
    if (!this.chances) return value.black;
    return value.kind === "chance" ? (value.black - 0.5) * 100 : Math.sign(value.black) * 50;
  }

  /** @param {number} index */
  #x(index) {
    return LEFT + (index / Math.max(1, this.line.length - 1)) * (this.wide - LEFT - RIGHT);
  }

  /** @param {number} value */
  #y(value) {
    return this.middle - (value / this.top) * (this.middle - 10);
  }

  draw() {
    const { svg, line, values, wide } = this;
    svg.setAttribute("viewBox", `0 0 ${wide} ${HEIGHT}`);
    svg.replaceChildren();
    this.#drawExact();
    for (const value of [this.top, 0, -this.top]) {
      s("path", { d: `M${LEFT} ${this.#y(value)}H${wide - RIGHT}`, class: value ? "graph-rule" : "graph-zero" }, svg);
      const text = this.chances ? `${50 + value}%` : signed(value, Number.isInteger(value) ? 0 : 1);
      s("text", { x: LEFT - 6, y: this.#y(value), class: "graph-number" }, svg).textContent = text;
    }
    this.#drawLosses();
    let path = "";
    values.forEach((value, index) => {
      if (value === null) return;
      path += `${index > 0 && values[index - 1] !== null ? "L" : "M"}${this.#x(index).toFixed(1)} ${this.#y(value).toFixed(1)}`;
      s("circle", { cx: this.#x(index), cy: this.#y(value), r: line.length > 60 ? 2 : 3, class: "graph-dot" }, svg);
    });
    s("path", { d: path, class: "graph-line" }, svg);
    const at = this.#x(line.findIndex((node) => node.id === this.room.node));
    s("path", { d: `M${at} 2V${HEIGHT}`, class: "graph-now" }, svg);
    const last = values.filter((value) => value !== null).at(-1) ?? 0;
    const value = this.chances ? `${plain(50 + last)}%` : signed(last, 1);
    svg.setAttribute("aria-label", t("graph.label", { moves: line.length - 1, value }));
  }

  /** From where on every value is exact. */
  #drawExact() {
    const { line } = this;
    let first = line.length;
    while (first > 0 && line[first - 1].value?.kind === "exact") first -= 1;
    if (first >= line.length) return;
    const x = this.#x(Math.max(0, first - 0.5));
    s("rect", { x, y: 4, width: this.wide - RIGHT - x, height: HEIGHT - BOTTOM, class: "graph-exact" }, this.svg);
    s("text", { x: this.wide - RIGHT - 4, y: 16, class: "graph-number" }, this.svg).textContent = "=";
  }

  /** Bars along the lower edge, lighter for the second seat. */
  #drawLosses() {
    const thick = Math.max(2, Math.min(12, (this.wide - LEFT) / this.line.length - 1));
    this.line.forEach((node, index) => {
      const loss = (node.loss ?? 0) * (this.chances ? 50 : 1);
      if (loss < 0.5) return;
      const high = Math.min(BOTTOM - 4, 3 + loss * 1.6);
      const place = { x: this.#x(index) - thick / 2, y: HEIGHT - high, width: thick, height: high };
      s("rect", { ...place, class: `graph-loss ${gradeOf(loss)} seat-${node.mover ?? 0}` }, this.svg);
    });
  }
}
