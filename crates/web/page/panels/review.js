// @ts-check
/**
 * The whole game looked through: progress, the mistakes one after the other, and finding the better move oneself.
 */

import { h, fill, button } from "../dom.js";
import { t } from "../i18n.js";
import { announce } from "../notices.js";
import { candidatesOf, nodeOf } from "../room-model.js";
import { bestOf, lossOf, gradeOf } from "../board/values.js";
import { seatName } from "../names.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../types").RoomNode} RoomNode */
/** @typedef {import("../room-model.js").RoomModel} RoomModel */

/** The main line from the start. @param {Room} room @returns {RoomNode[]} */
function mainLine(room) {
  const byId = new Map(room.nodes.map((node) => [node.id, node]));
  const line = [];
  for (let node = room.nodes.find((each) => each.parent === null); node; node = byId.get(node.children[0]))
    line.push(node);
  return line;
}

/** @param {Room} room @returns {RoomNode[]} */
const mistakesOf = (room) => mainLine(room).filter((node) => node.mistake);

/** @param {RoomModel} model @param {import("../board/board.js").Board} board */
export function reviewPanel(model, board) {
  const run = button("", () => model.act("review", { on: !model.room.review?.on }), { id: "review" });
  const bar = h("progress", { "aria-label": t("review.progress") });
  const count = h("span", { class: "quiet" });
  const before = button(t("review.before"), () => goToMistake(model, -1));
  const after = button(t("review.after"), () => goToMistake(model, 1));
  const exercise = new Exercise(model, board);
  const learn = button(t("review.learn"), () => exercise.begin(), { id: "learn-mistakes" });
  model.watch((room) => {
    const { review } = room;
    run.textContent = t(review?.on ? "review.stop" : "review.run");
    bar.hidden = !review?.on;
    bar.max = review?.total || 1;
    bar.value = review?.done ?? 0;
    const mistakes = mistakesOf(room);
    count.textContent = model.blind || !review ? "" : t("review.count", { count: mistakes.length });
    for (const each of [before, after, learn]) each.hidden = mistakes.length === 0 || model.blind;
  });
  return h(
    "div",
    { class: "stack review" },
    h("h2", {}, t("review.title")),
    h("div", { class: "row" }, run, count),
    bar,
    h("div", { class: "row" }, before, after, learn),
    exercise.element,
  );
}

/** From a variation it goes on where the main line was left. @param {RoomModel} model @param {1 | -1} direction */
function goToMistake(model, direction) {
  const line = mainLine(model.room);
  const place = new Map(line.map((node, index) => [node.id, index]));
  let here = nodeOf(model.room, model.room.node);
  while (here && !place.has(here.id)) here = nodeOf(model.room, here.parent ?? -1);
  const at = place.get(here?.id ?? -1) ?? 0;
  const found =
    direction > 0
      ? line.slice(at + 1).find((node) => node.mistake)
      : line.slice(0, at).findLast((node) => node.mistake);
  model.goTo(found?.id);
}

/** One mistake after the other: the position before it, without values, until a move is tried or the answer asked for. */
class Exercise {
  /** @param {RoomModel} model @param {import("../board/board.js").Board} board */
  constructor(model, board) {
    this.model = model;
    this.board = board;
    this.element = h("div", { role: "status" });
    /** @type {RoomNode[]} */
    this.left = [];
    /** @type {RoomNode | null} */
    this.asked = null;
  }

  async begin() {
    const people = new Set(this.model.room.seats.flatMap((seat, index) => (seat.kind === "human" ? [index] : [])));
    const all = mistakesOf(this.model.room);
    const mine = all.filter((node) => node.mover !== null && people.has(node.mover));
    this.left = mine.length ? mine : all;
    if (this.model.room.running) await this.model.act("run", { running: false, delay_ms: this.model.room.delay_ms });
    await this.next();
  }

  async next() {
    const { model } = this;
    this.asked = this.left.shift() ?? null;
    if (!this.asked || this.asked.parent === null) return this.end();
    model.blind = true;
    model.onTry = (move) => this.tried(move);
    await model.act("goto", { node: this.asked.parent });
    await model.act("analysis", { on: true });
    const seat = seatName(model.room, this.asked.mover ?? 0);
    this.#show(t("review.question", { seat, move: this.asked.move ?? "" }), false);
  }

  /** Judges by what the analysis knew before the move was made. @param {string} move */
  tried(move) {
    const candidates = candidatesOf(this.model.room);
    const best = candidates.length ? bestOf(candidates) : null;
    const chosen = candidates.find((candidate) => candidate.move === move);
    if (move === this.asked?.move) this.#show(t("review.same", { move }), false);
    else if (!best || !chosen?.trusted) this.#show(t("review.unknown", { move }), true);
    else if (["best", "good"].includes(gradeOf(lossOf(chosen, best)))) this.#show(t("review.right", { move }), true);
    else this.#show(t("review.wrong", { move }), false);
  }

  /** @param {string} text @param {boolean} solved */
  #show(text, solved) {
    const { model } = this;
    announce(text);
    fill(
      this.element,
      h("div", { class: "banner" }, text),
      h(
        "div",
        { class: "row" },
        solved ? null : button(t("review.again"), () => model.goTo(this.asked?.parent)),
        button(t("review.answer"), () => this.answer()),
        button(t(this.left.length ? "review.next" : "review.end"), () => this.next(), { class: "primary" }),
      ),
    );
  }

  async answer() {
    const { model } = this;
    model.blind = false;
    if (this.asked?.parent !== null && nodeOf(model.room, this.asked?.parent ?? -1))
      await model.act("goto", { node: this.asked?.parent });
    model.repaint();
  }

  end() {
    this.model.blind = false;
    this.model.onTry = null;
    fill(this.element, h("div", { class: "banner" }, t("review.done")));
    this.model.repaint();
  }
}
