// @ts-check
/**
 * The position editor: paint discs, choose who moves, and read at once whether the position is valid.
 */

import { h, fill, field, select, button } from "../dom.js";
import { prisonersOf } from "../position.js";
import { t } from "../i18n.js";
import { games, post, remove } from "../api.js";
import { gameName } from "../names.js";
import { showError } from "../notices.js";
import { Board } from "../board/board.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Colour} Colour */

const MARKS = { black: "X", white: "O" };

/** @param {string} game @param {string} position @returns {Promise<import("../main.js").Page>} */
export async function open(game, position) {
  const editor = new Editor(game || "nip", (await games()).games);
  await editor.load(position.replaceAll("_", " "));
  return {
    title: t("editor.title"),
    element: editor.element,
    keep: () => editor.keep(),
    restore: (kept) => editor.restore(kept),
  };
}

/** The start of a game, from a room that is opened for nothing else. @param {string} game @returns {Promise<View>} */
async function startOf(game) {
  const room = await post("/api/rooms", { game });
  await remove(`/api/rooms/${encodeURIComponent(room.id)}`);
  return room.view;
}

class Editor {
  /** @param {string} game @param {import("../types").GameInfo[]} catalogue */
  constructor(game, catalogue) {
    this.game = game;
    /** @type {View | null} */
    this.view = null;
    /** @type {Colour | null} */
    this.paint = "black";
    this.mover = 0;
    this.asked = 0;
    this.board = new Board({ play: (name) => this.put(name) });
    this.verdict = h("div", { role: "status", id: "verdict" });
    this.text = h("textarea", {
      rows: 3,
      class: "mono",
      id: "position-text",
      spellcheck: "false",
      onchange: () => this.load(this.text.value),
    });
    this.turns = h("div", { class: "row", role: "group", "aria-label": t("editor.turn") });
    this.problem = h("div", {});
    this.play = button(t("editor.play"), () => this.begin(false), { class: "primary", id: "editor-play" });
    this.analyse = button(t("editor.analyse"), () => this.begin(true));
    this.element = this.layout(catalogue);
  }

  /** @param {import("../types").GameInfo[]} catalogue */
  layout(catalogue) {
    const known = catalogue.map((each) => /** @type {[string, string]} */ ([each.id, gameName(each)]));
    if (!known.some(([id]) => id === this.game)) known.unshift([this.game, this.game]);
    const chooser = select(known, this.game, {
      id: "editor-game",
      onchange: () => {
        location.hash = `#/editor/${encodeURIComponent(chooser.value)}`;
      },
    });
    const paints = /** @type {[Colour | null, string][]} */ ([
      ["black", t("colour.black")],
      ["white", t("colour.white")],
      [null, t("editor.empty")],
    ]);
    this.paints = paints.map(([colour, label]) =>
      button(label, () => this.choosePaint(colour), {
        "aria-pressed": String(colour === this.paint),
        "data-paint": colour ?? "empty",
      }),
    );
    return h(
      "div",
      {},
      h("h1", {}, t("editor.title")),
      h(
        "div",
        { class: "room" },
        h("section", { "aria-label": t("room.board") }, this.board.element),
        h(
          "div",
          {},
          h(
            "section",
            { class: "panel stack" },
            field(t("editor.game"), chooser),
            h("h2", {}, t("editor.paint")),
            h("div", { class: "row" }, this.paints),
            h("h2", {}, t("editor.turn")),
            this.turns,
            h(
              "div",
              { class: "row" },
              button(t("editor.clear"), () => this.clear()),
              button(t("editor.start"), () => this.load("")),
            ),
          ),
          this.verdict,
          this.problem,
          h(
            "section",
            { class: "panel stack" },
            field(t("editor.text"), this.text),
            h("div", { class: "row" }, this.play, this.analyse),
          ),
        ),
      ),
    );
  }

  /** Takes a position as text; the game's start if it is empty. @param {string} position */
  async load(position) {
    try {
      const view = position ? (await post("/api/check", { game: this.game, position })).view : await startOf(this.game);
      this.view = view;
      this.mover = view.mover;
      this.accept(view);
      this.text.value = view.position;
    } catch (error) {
      if (!this.view) throw error;
      this.refuse(error, position);
    }
    this.draw();
  }

  /** @param {Colour | null} colour */
  choosePaint(colour) {
    this.paint = colour;
    for (const each of this.paints ?? [])
      each.setAttribute("aria-pressed", String(each.dataset.paint === (colour ?? "empty")));
    this.draw();
  }

  /** What stands on the board and in the text, which may be a position that cannot be. */
  keep() {
    return { view: this.view, mover: this.mover, paint: this.paint, text: this.text.value };
  }

  /** @param {ReturnType<Editor["keep"]>} kept */
  restore({ view, mover, paint, text }) {
    this.view = view;
    this.mover = mover;
    this.text.value = text;
    this.choosePaint(paint);
    // A text that is not what the board shows was typed, and is read as it was then.
    if (text === this.written()) this.changed();
    else this.load(text);
  }

  clear() {
    for (const cell of this.view?.board.cells ?? []) cell.colour = null;
    this.changed();
  }

  /** @param {string} name */
  put(name) {
    const cell = this.view?.board.cells.find((each) => each.name === name);
    if (!cell) return;
    cell.colour = cell.colour === this.paint ? null : this.paint;
    this.changed();
  }

  /** The position as text: row by row, then the side to move. */
  written() {
    const { view } = this;
    if (!view) return "";
    const empty = view.board.kind === "go" ? "." : "-";
    const rows = view.board.rows.map((_, row) =>
      view.board.cells
        .filter((cell) => cell.row === row)
        .sort((a, b) => a.column - b.column)
        .map((cell) => (cell.colour ? MARKS[cell.colour] : empty))
        .join(""),
    );
    // Prisoners are points where territory counts; a ko or passes do not outlive a change.
    const prisoners = prisonersOf(view)?.[0] ?? "";
    return `${rows.join("/")} ${view.seat_labels[this.mover]}${prisoners}`;
  }

  /** Draws at once, then asks the server whether this can be. */
  async changed() {
    this.draw();
    this.asked += 1;
    const mine = this.asked;
    const position = this.written();
    this.text.value = position;
    try {
      const answer = await post("/api/check", { game: this.game, position });
      if (mine === this.asked) this.accept(answer.view);
    } catch (error) {
      if (mine === this.asked) this.refuse(error, position);
    }
  }

  /** @param {View} view */
  accept(view) {
    const key = view.turn === "move" ? "editor.legal" : view.turn === "pass" ? "editor.pass" : "editor.over";
    const count = view.legal.filter((legal) => legal.move !== "pass").length;
    fill(this.verdict, h("div", { class: "banner" }, h("strong", {}, `✓ ${t("editor.ok")}`), ` ${t(key, { count })}`));
    this.play.disabled = false;
    this.analyse.disabled = false;
  }

  /** @param {unknown} error @param {string} position */
  refuse(error, position) {
    showError(this.verdict, error, position);
    this.play.disabled = true;
    this.analyse.disabled = true;
  }

  draw() {
    const { view } = this;
    if (!view) return;
    const every = view.board.cells.map((cell) => ({ move: cell.name, captured: 0, captures: [] }));
    this.board.show({
      view: { ...view, legal: every, last: null, mover: this.mover, overlay: null, taken_off: [] },
      colour: this.paint ?? "black",
      playable: true,
      legalMarks: false,
      candidates: [],
      relative: false,
      forward: false,
      lastColour: "black",
      painting: true,
      bands: view.seat_labels.map((label, seat) => ({
        colour: seat % 2 ? "white" : "black",
        turn: seat === this.mover,
        text: label,
      })),
    });
    const names = view.seat_labels.map((_, seat) =>
      view.seat_labels.length > 2
        ? t("seat.numbered", { number: seat + 1 })
        : t(seat ? "colour.white" : "colour.black"),
    );
    fill(
      this.turns,
      names.map((name, seat) =>
        button(
          name,
          () => {
            this.mover = seat;
            this.changed();
            /** @type {HTMLElement | undefined} */ (this.turns.querySelectorAll("button")[seat])?.focus();
          },
          { "aria-pressed": String(seat === this.mover) },
        ),
      ),
    );
  }

  /** @param {boolean} analysis */
  async begin(analysis) {
    try {
      const room = await post("/api/rooms", { game: this.game, position: this.text.value });
      if (analysis) await post(`/api/rooms/${room.id}/analysis`, { on: true });
      location.hash = `#/room/${room.id}`;
    } catch (error) {
      showError(this.problem, error);
    }
  }
}
