// @ts-check
/**
 * The rules of each game by doing: each lesson is a position with something to do, played by the server's own rules.
 */

import { h, fill, button } from "../dom.js";
import { t, language, plain } from "../i18n.js";
import { games, post, remove } from "../api.js";
import { announce, showError } from "../notices.js";
import { Board } from "../board/board.js";
import { effectText } from "../board/preview.js";
import { lessons } from "./lessons.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../types").Family} Family */
/** @typedef {import("./lessons.js").Lesson} Lesson */

const FAMILIES = /** @type {Family[]} */ (["nip", "reversi", "yonin", "go"]);

/** @param {string} family @param {string} number @returns {Promise<import("../main.js").Page>} */
export async function open(family, number) {
  const chosen = FAMILIES.find((each) => each === family) ?? "nip";
  const index = Math.min(Math.max(1, Number(number) || 1), lessons[chosen].length);
  const { seats } = (await games()).games.find((game) => game.id === lessons[chosen][index - 1].game) ?? { seats: 2 };
  const page = new LessonPage(chosen, index, seats);
  await page.begin();
  return {
    title: t("learn.title", { game: t(`family.${chosen}`) }),
    element: page.element,
    close: () => page.close(),
  };
}

class LessonPage {
  /** @param {Family} family @param {number} number from 1 @param {number} seats */
  constructor(family, number, seats) {
    this.family = family;
    this.number = number;
    this.seats = seats;
    /** @type {Lesson} */
    this.lesson = lessons[family][number - 1];
    /** @type {Room | null} */
    this.room = null;
    this.done = false;
    this.board = new Board({
      play: (move) => this.play(move),
      preview: (legal) => this.say(legal),
      refuse: () => this.hint(),
    });
    this.said = h("div", { class: "say", id: "say" });
    this.outcome = h("div", { role: "status", id: "lesson-outcome" });
    this.problem = h("div", {});
    this.counts = h("p", { class: "quiet" });
    this.pass = button(t("room.pass"), () => this.play("pass"), { hidden: true, id: "pass" });
    this.element = this.layout();
  }

  layout() {
    const words = language();
    const name = t(`family.${this.family}`);
    const choices = FAMILIES.map((each) =>
      h(
        "li",
        {},
        h(
          "a",
          { class: "button", href: `#/learn/${each}/1`, "aria-current": each === this.family ? "page" : null },
          t(`family.${each}`),
        ),
      ),
    );
    const steps = lessons[this.family].map((lesson, index) =>
      h(
        "li",
        {},
        h(
          "a",
          {
            class: "button",
            href: `#/learn/${this.family}/${index + 1}`,
            "aria-current": index + 1 === this.number ? "step" : null,
            title: lesson.title[words],
          },
          t("learn.lesson", { number: index + 1 }),
          h("span", { class: "unseen" }, lesson.title[words]),
        ),
      ),
    );
    return h(
      "div",
      { class: "learn" },
      h("h1", {}, t("learn.title", { game: name }), h("small", {}, t("learn.subtitle"))),
      h("nav", { "aria-label": t("learn.choose") }, h("ul", { class: "lessons" }, choices)),
      h(
        "div",
        { class: "lesson" },
        h(
          "div",
          {},
          h("nav", { "aria-label": t("nav.learn") }, h("ol", { class: "lessons" }, steps)),
          h(
            "section",
            { class: "panel" },
            h("h2", {}, `${this.number}. ${this.lesson.title[words]}`),
            h("p", {}, this.lesson.task[words]),
            this.said,
            this.counts,
            h("div", { class: "row" }, this.pass),
          ),
          this.outcome,
          this.problem,
        ),
        h("section", { "aria-label": t("room.board") }, this.board.element),
      ),
    );
  }

  async begin() {
    const { game, position } = this.lesson;
    const seats = Array(this.seats).fill({ kind: "human" });
    const asked = { game, seats, unsaved: true };
    this.room = await post("/api/rooms", position ? { ...asked, position } : asked);
    this.draw(false);
  }

  /** @param {boolean} forward */
  draw(forward) {
    const { room } = this;
    if (!room) return;
    const { view } = room;
    const before = (view.mover + room.seats.length - 1) % room.seats.length;
    this.board.show({
      view,
      colour: room.seats[view.mover]?.colour ?? "black",
      playable: !this.done,
      legalMarks: !this.done,
      candidates: [],
      relative: false,
      forward,
      lastColour: room.seats[room.nodes.find((node) => node.id === room.node)?.mover ?? before]?.colour ?? "black",
      bands: room.seats.map((seat, index) => ({
        colour: seat.colour,
        turn: index === view.mover,
        text: t("seat.band", { number: index + 1, score: plain(view.scores[index] ?? 0) }),
      })),
    });
    this.pass.hidden = this.done || !view.legal.some((legal) => legal.move === "pass");
    const names = room.seats.map((seat, index) =>
      this.seats > 2 ? t("seat.numbered", { number: index + 1 }) : t(`colour.${seat.colour}`),
    );
    const points = view.turn === "over" || this.family === "yonin" ? view.scores : view.count;
    this.counts.textContent =
      this.family === "go" ? "" : names.map((name, index) => `${name}: ${plain(points[index] ?? 0)}`).join(" · ");
  }

  /** @param {string} move */
  async play(move) {
    const { lesson, room } = this;
    if (!room || this.done) return;
    if (lesson.goal.length && !lesson.goal.includes(move)) return this.hint();
    this.done = true;
    this.board.playAhead(move);
    try {
      this.room = await post(`/api/rooms/${room.id}/play`, { move });
      this.draw(true);
      this.finish();
    } catch (error) {
      this.done = false;
      this.board.redraw();
      showError(this.problem, error);
    }
  }

  hint() {
    const moves = this.lesson.goal.length ? this.lesson.goal : (this.room?.view.legal.map((legal) => legal.move) ?? []);
    const text = t("learn.hint", { moves: moves.slice(0, 4).join(", ") });
    fill(this.outcome, h("div", { class: "banner bad" }, text));
  }

  finish() {
    const last = this.number === lessons[this.family].length;
    const next = last
      ? h("a", { class: "button primary", href: "#/" }, t("learn.play"))
      : h(
          "a",
          { class: "button primary", href: `#/learn/${this.family}/${this.number + 1}`, id: "next-lesson" },
          t("learn.next"),
        );
    const text = this.lesson.done[language()];
    announce(text);
    fill(
      this.outcome,
      h("div", { class: "banner" }, h("strong", {}, `${t("learn.done")} `), text),
      h(
        "div",
        { class: "row" },
        next,
        button(t("learn.again"), () => this.again()),
      ),
    );
  }

  /** The room was for this lesson alone. */
  close() {
    this.board.flip?.finish();
    if (this.room) remove(`/api/rooms/${encodeURIComponent(this.room.id)}`).catch(() => {});
    this.room = null;
  }

  async again() {
    this.close();
    this.done = false;
    fill(this.outcome);
    await this.begin();
  }

  /** @param {import("../types").Legal | null} legal */
  say(legal) {
    if (!legal || !this.room) return fill(this.said);
    fill(this.said, h("strong", {}, legal.move), ` ${effectText(legal, this.room.view)}`);
  }
}
