// @ts-check
/**
 * The board as one accessible thing: it draws what the server sent, shows what a move would do, and says which move was meant.
 * It holds no rules.
 */

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { koOf } from "../position.js";
import { shapeOf } from "./geometry.js";
import { Discs } from "./discs.js";
import { drawWood, drawMarks, drawBands, reachOf } from "./ground.js";
import { drawPreview, turned } from "./preview.js";
import { drawValues, numberOf } from "./values.js";
import { drawOverlay } from "./overlay.js";
import { Flip, turnsOf, motionReduced } from "./animate.js";
import { BoardKeys } from "./keyboard.js";
import { watchPointer } from "./pointer.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Legal} Legal */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").Candidate} Candidate */
/**
 * @typedef {object} Showing
 * @property {View} view
 * @property {Colour} colour of the discs of the seat on turn
 * @property {boolean} playable whether a person may play now
 * @property {boolean} legalMarks
 * @property {Candidate[]} candidates values to show; empty for none
 * @property {boolean} relative
 * @property {boolean} forward whether this position is one move after the one shown before
 * @property {Colour} lastColour colour of the seat that moved last
 * @property {{colour: Colour, text: string, turn: boolean}[]} [bands] for Yonin
 * @property {boolean} [painting] every square may be chosen and no move is shown, as in the editor
 */

const LAYERS = ["wood", "cells", "hatch", "marks", "under", "rays", "discs", "values", "over", "bands"];

export class Board {
  /**
   * @param {object} hooks
   * @param {(move: string) => void} hooks.play a person chose a legal move
   * @param {(legal: Legal | null) => void} [hooks.preview] what is looked at
   * @param {(name: string) => void} [hooks.refuse] a person chose a square that is not legal
   * @param {() => void} [hooks.settled] the discs lie still
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.svg = s("svg", { class: "board" });
    this.element = h("div", { class: "board-frame" }, this.svg);
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    /** @type {import("./geometry.js").BoardShape | null} */
    this.shape = null;
    /** @type {Showing | null} */
    this.showing = null;
    /** @type {Showing | null} */
    this.waiting = null;
    /** @type {Flip | null} */
    this.flip = null;
    /** @type {string | null} a move that was drawn before the server answered */
    this.drawnAhead = null;
    /** @type {Map<string, SVGPathElement>} */
    this.cells = new Map();
    /** @type {Map<string, Legal>} */
    this.legal = new Map();
    this.focus = "";
    /** @type {string | null} */
    this.looked = null;
    this.boardKey = "";
    this.previewKey = "";
    this.keys = new BoardKeys({
      shape: () => this.shape,
      go: (name) => this.focusCell(name),
      play: (name) => this.choose(name),
      leave: () => this.look(null),
    });
    watchPointer(this);
    this.svg.addEventListener("keydown", (event) => this.keys.press(event, this.focus));
    this.svg.addEventListener("focusin", (event) => {
      const name = /** @type {Element} */ (event.target).getAttribute("data-square");
      if (name && /** @type {Element} */ (event.target).matches(":focus-visible")) this.look(name);
      if (name) this.#setFocus(name);
    });
    this.svg.addEventListener("focusout", () => this.look(null));
  }

  /** Draws a position, after the discs that are turning have come to rest. @param {Showing} showing */
  show(showing) {
    if (this.flip) {
      // Two updates during one flip: what came first was not seen, but the step between them was forward only if both were.
      this.waiting = { ...showing, forward: showing.forward || (this.waiting?.forward ?? false) };
      return;
    }
    this.#prepare(showing.view);
    const { last } = showing.view;
    const ahead = this.drawnAhead !== null && last?.move === this.drawnAhead;
    this.drawnAhead = null;
    if (showing.forward && last && !ahead && last.captures.length && !motionReduced()) {
      this.waiting = { ...showing, forward: false };
      this.#turn(last.move, last.captures, showing.lastColour);
    } else this.#draw(showing);
  }

  /** Draws a move at once, before the server has answered. @param {string} move */
  playAhead(move) {
    const legal = this.legal.get(move);
    if (!legal || !this.showing || !this.shape?.cells.has(move)) return;
    const { colour } = this.showing;
    this.look(null);
    this.drawnAhead = move;
    this.layers.values.replaceChildren();
    this.#turn(move, legal.captures, colour);
  }

  /** Takes back a move that was drawn but refused; a refusal may well come before its discs have turned. */
  redraw() {
    this.drawnAhead = null;
    if (this.flip) {
      this.waiting ??= this.showing && { ...this.showing, forward: false };
      this.flip.finish();
    } else if (this.showing) this.#draw(this.showing);
  }

  /** @param {string} name */
  choose(name) {
    if (this.flip) this.flip.finish();
    if (!this.showing?.playable) return;
    if (this.legal.has(name)) this.hooks.play(name);
    else this.hooks.refuse?.(name);
  }

  /** Shows what a move on a square would do. @param {string | null} name */
  look(name) {
    if (name === this.looked) return;
    this.looked = name;
    if (!this.flip) this.#drawOver();
    this.hooks.preview?.(name && this.showing?.playable ? (this.legal.get(name) ?? null) : null);
  }

  /** @param {string} name */
  focusCell(name) {
    this.#setFocus(name);
    this.cells.get(name)?.focus();
    this.look(name);
  }

  /** @param {string} name */
  #setFocus(name) {
    this.cells.get(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = name;
    this.cells.get(name)?.setAttribute("tabindex", "0");
  }

  /** @param {string} move @param {import("../types").Capture[]} captures @param {Colour} colour */
  #turn(move, captures, colour) {
    if (!this.shape || !this.discs) return;
    for (const capture of captures)
      if (capture.kind === "chain") capture.cells.forEach((name) => this.discs?.set(name, null));
    this.discs.set(move, colour);
    this.layers.values.replaceChildren();
    this.layers.under.replaceChildren();
    const turns = turnsOf(this.shape, move, captures);
    const rest = () => {
      this.flip = null;
      const next = this.waiting;
      this.waiting = null;
      if (next) this.show(next);
      this.hooks.settled?.();
    };
    this.flip = new Flip(this.discs, turns, colour, rest);
    if (motionReduced() || !turns.length) this.flip.finish();
  }

  /** Lays a new ground when the board is another one. @param {View} view */
  #prepare(view) {
    const key = `${view.game}/${view.board.cells.length}/${view.board.kind}`;
    if (key === this.boardKey) return;
    this.boardKey = key;
    const shape = shapeOf(view.board);
    const reach = reachOf(shape, view.board);
    this.shape = shape;
    this.svg.setAttribute("viewBox", `${-reach} ${-reach} ${2 * reach} ${2 * reach}`);
    this.svg.replaceChildren();
    for (const name of LAYERS) this.layers[name] = s("g", { class: `layer-${name}` }, this.svg);
    for (const name of LAYERS) if (name !== "cells") this.layers[name].setAttribute("aria-hidden", "true");
    drawWood(this.layers.wood, shape, view.board);
    drawMarks(this.layers.marks, shape, view.board);
    this.bands = view.board.kind === "yonin" ? drawBands(this.layers.bands, shape) : [];
    this.#layCells(view);
    this.discs = new Discs(this.layers.discs, shape);
    this.looked = null;
    this.previewKey = "";
  }

  /** @param {View} view */
  #layCells(view) {
    const shape = /** @type {NonNullable<typeof this.shape>} */ (this.shape);
    this.cells.clear();
    const grid = this.layers.cells;
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", t("board.label", { game: view.game, count: view.board.cells.length }));
    view.board.rows.forEach((_, row) => {
      const group = s("g", { role: "row" }, grid);
      for (const cell of view.board.cells.filter((each) => each.row === row)) {
        const place = shape.cells.get(cell.name);
        const kind = `${place?.ring ? " ring" : ""}${shape.kind === "lines" ? " point" : ""}`;
        const parity = typeof cell.home === "number" && cell.home % 2 ? " second" : "";
        const attributes = {
          d: place?.path,
          class: `cell${kind}${parity}`,
          "data-square": cell.name,
          role: "gridcell",
          tabindex: -1,
        };
        this.cells.set(cell.name, s("path", attributes, group));
      }
    });
    this.#setFocus(view.legal.find((legal) => shape.cells.has(legal.move))?.move ?? view.board.cells[0].name);
  }

  /** @param {Showing} showing */
  #draw(showing) {
    this.showing = showing;
    const { view } = showing;
    this.legal = new Map(view.legal.map((legal) => [legal.move, legal]));
    for (const cell of view.board.cells) {
      this.discs?.set(cell.name, cell.colour);
      const path = this.cells.get(cell.name);
      path?.classList.toggle("legal", showing.playable && this.legal.has(cell.name));
      path?.setAttribute("aria-label", this.#describe(cell));
    }
    this.#drawHatch(view);
    this.bands?.forEach(({ band, text }, seat) => {
      const data = showing.bands?.[seat];
      if (!data) return;
      band.setAttribute("class", `band ${data.colour}${data.turn ? " on-turn" : ""}`);
      text.setAttribute("class", `band-text on-${data.colour}`);
      text.textContent = data.text;
    });
    this.#drawOver();
  }

  /** The quadrant that is closed to the seat on turn. @param {View} view */
  #drawHatch(view) {
    this.layers.hatch.replaceChildren();
    if (view.board.kind !== "yonin" || view.turn === "over") return;
    const closed = view.board.cells.filter((cell) => cell.home === (view.mover + 2) % 4);
    const d = closed.map((cell) => this.shape?.cells.get(cell.name)?.path ?? "").join("");
    s("path", { d, fill: "url(#hatch)" }, this.layers.hatch);
    const corner = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ][(view.mover + 2) % 4];
    const far = (this.shape?.columns ?? 8) * 50 - 42;
    const sign = s("g", { transform: `translate(${corner[0] * far} ${corner[1] * far})` }, this.layers.hatch);
    s("circle", { r: 26, class: "closed-ground" }, sign);
    s("path", { d: "M-11 -11L11 11M11 -11L-11 11", class: "closed-cross" }, sign);
  }

  /** Everything over the discs: marks and values, then the preview. */
  #drawOver() {
    this.#drawValues();
    this.#drawPreview();
  }

  #drawValues() {
    const { showing, shape } = this;
    const { values, under } = this.layers;
    values?.replaceChildren();
    under?.replaceChildren();
    if (!showing || !shape) return;
    const { view, colour } = showing;
    if (view.overlay) drawOverlay({ under, over: values }, shape, view);
    const last = !view.overlay && view.last && shape.cells.get(view.last.move);
    if (last) s("circle", { cx: last.centre[0], cy: last.centre[1], r: 15, class: "last" }, values);
    const { candidates } = showing;
    if (candidates.length) {
      drawValues(values, shape, candidates, {
        relative: showing.relative,
        except: this.#looking()?.move ?? null,
      });
    }
    const ko = koOf(view);
    const taken = ko && shape.cells.get(ko)?.centre;
    if (taken) s("rect", { x: taken[0] - 13, y: taken[1] - 13, width: 26, height: 26, class: "ko" }, values);
    // A move that has no value is legal all the same.
    if (showing.legalMarks && shape.kind !== "lines") {
      for (const { move } of view.legal) {
        const [cx, cy] = shape.cells.get(move)?.centre ?? [0, 0];
        const valued = candidates.some((candidate) => candidate.move === move);
        if (!valued && move !== this.looked && shape.cells.has(move))
          s("circle", { cx, cy, r: 13, class: `legal-mark ${colour}` }, values);
      }
    }
  }

  /** The move whose effect is shown. */
  #looking() {
    const { showing } = this;
    return this.looked && showing?.playable && !showing.painting ? this.legal.get(this.looked) : undefined;
  }

  /** Drawn anew only when it is another one, so that what flows along the ring flows on. */
  #drawPreview() {
    const { showing, shape } = this;
    const looking = this.#looking();
    const key = looking && showing ? `${looking.move} ${showing.view.position}` : "";
    if (key === this.previewKey) return;
    this.previewKey = key;
    this.layers.rays?.replaceChildren();
    this.layers.over?.replaceChildren();
    if (!looking || !showing || !shape?.cells.has(looking.move)) return;
    drawPreview({ rays: this.layers.rays, over: this.layers.over }, shape, looking, showing.colour, showing.view);
  }

  /** What a screen reader says of a cell. @param {import("../types").Cell} cell */
  #describe(cell) {
    const ring = this.shape?.cells.get(cell.name)?.ring ? t("cell.ring") : "";
    const legal = this.legal.get(cell.name);
    if (cell.colour) return t("cell.disc", { name: cell.name, ring, colour: t(`colour.${cell.colour}`) });
    const view = this.showing?.view;
    if (!legal || this.showing?.painting) {
      const isKo = view !== undefined && koOf(view) === cell.name;
      const key = isKo ? "cell.ko" : view?.forbidden.includes(cell.name) ? "cell.forbidden" : "cell.empty";
      return t(key, { name: cell.name, ring });
    }
    const { all, ring: along } = turned(legal);
    const value = this.showing?.candidates.find((candidate) => candidate.move === cell.name && candidate.trusted);
    const go = all ? "cell.takes" : "cell.free";
    const key = view?.board.kind === "go" ? go : along ? "cell.legalRing" : "cell.legal";
    const words = t(key, { name: cell.name, ring, count: all, along });
    return value ? `${words}, ${t("cell.value", { value: numberOf(value.value) })}` : words;
  }
}
