// @ts-check
/**
 * The room: the board in the middle, who plays, what is said, and the tools around it.
 */

import { h, fill, button } from "../dom.js";
import { t, plain } from "../i18n.js";
import { settings, choose } from "../settings.js";
import { games } from "../api.js";
import { announce, showError, takeNote } from "../notices.js";
import { seatName, gameName } from "../names.js";
import { knock } from "../sound.js";
import { Board } from "../board/board.js";
import { isPassKey } from "../board/keyboard.js";
import { turned, effectText } from "../board/preview.js";
import { RoomModel, candidatesOf, nodeOf, lineOf, stepsFrom } from "../room-model.js";
import { evaluationBar } from "../panels/evaluation.js";
import { seatsPanel } from "../panels/seats.js";
import { watchPanel } from "../panels/watch.js";
import { graphPanel } from "../panels/graph.js";
import { tabsPanel } from "../panels/tabs.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../types").Legal} Legal */

/** @param {string} id @returns {Promise<import("../main.js").Page>} */
export async function open(id) {
  const [model, catalogue] = await Promise.all([RoomModel.open(id), games()]);
  const game = catalogue.games.find((each) => each.id === model.room.game.split("(")[0]);
  const page = new RoomPage(model, game);
  model.connected = (connection) => page.connected(connection);
  model.listen();
  return { title: page.title, element: page.element, key: (event) => page.key(event), close: () => page.close() };
}

class RoomPage {
  /** @param {RoomModel} model @param {import("../types").GameInfo | undefined} game */
  constructor(model, game) {
    this.model = model;
    this.title = game ? gameName(game) : model.room.game;
    /** @type {Legal | null} */
    this.looked = null;
    this.board = new Board({
      play: (move) => this.play(move),
      preview: (legal) => {
        this.looked = legal;
        this.#say(model.room);
      },
      refuse: (name) => announce(t("say.notLegal", { name })),
    });
    const note = takeNote();
    this.problem = h("div", {}, note ? h("div", { class: "banner", role: "status" }, note) : null);
    this.banner = h("div", { id: "banner", role: "status" });
    this.say = h("div", { class: "say", id: "say" });
    this.bannerKey = "";
    this.unsaved = h("div", { class: "banner bad", hidden: true, role: "status", id: "unsaved" });
    this.connection = h("div", { class: "banner bad", hidden: true, role: "status", id: "connection" });
    model.failed = (error) => {
      showError(this.problem, error);
      this.board.redraw();
    };
    this.element = this.#layout(game);
    model.watch((room, before) => this.#update(room, before));
  }

  /** @param {import("../types").GameInfo | undefined} game */
  #layout(game) {
    const { model } = this;
    const detail = model.room.game.includes("(")
      ? model.room.game
      : model.room.family === "go"
        ? ""
        : t(`family.${model.room.family}.about`);
    const side = h(
      "div",
      { class: "side" },
      seatsPanel(model, game),
      this.connection,
      this.unsaved,
      this.banner,
      this.problem,
      h("div", { class: "panel" }, this.say),
      this.#actions(),
      watchPanel(model),
      tabsPanel(model, this.board, game),
    );
    return h(
      "div",
      { class: "room" },
      h(
        "section",
        { class: "table", "aria-label": t("room.board") },
        h("h1", {}, this.title, h("small", {}, detail)),
        h(
          "div",
          { class: "board-row" },
          model.room.seats.length === 2 ? evaluationBar(model) : null,
          this.board.element,
        ),
        this.#controls(),
        graphPanel(model),
      ),
      side,
    );
  }

  #controls() {
    const { model } = this;
    const line = () => lineOf(model.room);
    const step = (/** @type {number} */ by) => {
      const nodes = line();
      const at = nodes.findIndex((node) => node.id === model.room.node);
      model.goTo(nodes[at + by]?.id);
    };
    this.step = step;
    this.ends = (/** @type {number} */ end) => model.goTo(line().at(end)?.id);
    const control = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ act) =>
      button(sign, act, { "aria-label": t(key), title: t(key), class: "plain" });
    const place = h("span", { class: "quiet", id: "place" });
    model.watch((room) => {
      const nodes = lineOf(room);
      place.textContent = t("room.place", {
        at: nodes.findIndex((node) => node.id === room.node),
        of: nodes.length - 1,
      });
    });
    return h(
      "div",
      { class: "controls row" },
      control("|◀", "room.first", () => this.ends?.(0)),
      control("◀", "room.back", () => step(-1)),
      place,
      control("▶", "room.forward", () => step(1)),
      control("▶|", "room.last", () => this.ends?.(-1)),
    );
  }

  #actions() {
    const { model } = this;
    const undo = button(t("room.undo"), () => model.act("undo"), { id: "undo" });
    this.undo = undo;
    const values = button(t("room.values"), () => this.toggleValues(), { id: "values", "aria-pressed": "false" });
    const pass = button(t("room.pass"), () => this.play("pass"), { id: "pass" });
    const again = button(t("room.again"), () => this.again(), { id: "again" });
    model.watch((room) => {
      values.setAttribute("aria-pressed", String(room.analysis.on && !model.blind));
      undo.disabled = nodeOf(room, room.node)?.parent === null;
      const held = document.activeElement === pass;
      pass.hidden = !this.mayPass(room);
      // What is hidden loses the focus, and the way with the keyboard would begin at the head of the page.
      if (held && pass.hidden) undo.focus();
    });
    return h("div", { class: "panel row" }, pass, undo, values, again);
  }

  toggleValues() {
    const { model } = this;
    if (model.blind) {
      model.blind = false;
      model.repaint();
    } else model.act("analysis", { on: !model.room.analysis.on });
  }

  async again() {
    const { post } = await import("../api.js");
    const { specOf } = await import("../names.js");
    try {
      const room = await post("/api/rooms", { game: this.model.room.game, seats: this.model.room.seats.map(specOf) });
      location.hash = `#/room/${room.id}`;
    } catch (error) {
      showError(this.problem, error);
    }
  }

  /** @param {Room} room */
  playable(room) {
    return room.view.turn !== "over" && room.seats[room.view.mover]?.kind === "human";
  }

  /** @param {Room} room */
  mayPass(room) {
    const { turn, legal } = room.view;
    return this.playable(room) && (turn === "pass" || legal.some(({ move }) => move === "pass"));
  }

  /** @param {string} move */
  async play(move) {
    showError(this.problem, null);
    this.model.onTry?.(move);
    this.board.playAhead(move);
    await this.model.act("play", { move });
  }

  /** @param {Room} room @param {Room | null} before */
  #update(room, before) {
    const node = nodeOf(room, room.node);
    const steps = before ? stepsFrom(room, before.node) : [];
    // The answer may come in one snapshot with the move that was drawn ahead of it.
    const forward = steps.length === 1 || (steps.length === 2 && steps[0].move === this.board.drawnAhead);
    const mover = room.view.mover;
    const lastMover = node?.mover ?? (mover + room.seats.length - 1) % room.seats.length;
    this.board.show({
      view: room.view,
      colour: room.seats[mover]?.colour ?? "black",
      playable: this.playable(room),
      legalMarks: settings.legal && this.playable(room),
      candidates: this.model.blind ? [] : candidatesOf(room),
      relative: settings.relative,
      forward,
      lastColour: room.seats[lastMover]?.colour ?? "black",
      bands: room.seats.map((seat, index) => ({
        colour: seat.colour,
        turn: index === mover && room.view.turn !== "over",
        text: t("seat.band", { number: index + 1, score: plain(room.view.scores[index] ?? 0) }),
      })),
    });
    // A jump through the game is no news.
    if (steps.length && steps.length <= 2 * room.seats.length) {
      knock();
      this.#announceSteps(room, steps);
    }
    this.unsaved.hidden = room.not_saved === null;
    fill(this.unsaved, room.not_saved === null ? "" : t("room.notSaved", { reason: room.not_saved }));
    this.#showBanner(room);
    this.#say(room);
  }

  /** Every step is told, however many came at once. @param {Room} room @param {import("../types").RoomNode[]} steps */
  #announceSteps(room, steps) {
    const { last } = room.view;
    const count = last ? turned({ move: last.move, captured: 0, captures: last.captures }).all : 0;
    const effect = room.family !== "go" ? "say.moved" : count ? "say.movedTaking" : "say.movedBefore";
    const said = steps.map(({ id, move, mover }) => {
      const key = move === "pass" ? "say.passed" : id === room.node ? effect : "say.movedBefore";
      return t(key, { seat: seatName(room, mover ?? 0), move: move ?? "", count });
    });
    announce([...said, this.#turnText(room)].join(" "));
  }

  /** @param {Room} room */
  #showBanner(room) {
    const note = room.announcement;
    const words = [];
    if (note && note.kind !== "over")
      words.push(
        h(
          "div",
          { class: "banner" },
          t(`announce.${note.kind}`, { seat: seatName(room, note.seat ?? 0) }),
          note.text ? ` ${note.text}` : null,
        ),
      );
    const must = room.view.turn === "pass" && this.playable(room);
    if (must) {
      words.push(
        h(
          "div",
          { class: "banner row spread" },
          t("announce.mustPass", { seat: seatName(room, room.view.mover) }),
          button(t("room.pass"), () => this.play("pass"), { class: "primary" }),
        ),
      );
    }
    const key = JSON.stringify([note, must, room.node]);
    if (key === this.bannerKey) return;
    this.bannerKey = key;
    const held = this.banner.contains(document.activeElement);
    fill(this.banner, words);
    if (held) (this.banner.querySelector("button") ?? this.undo)?.focus();
  }

  /** @param {Room} room */
  #turnText(room) {
    const { view } = room;
    if (view.turn === "over") {
      const scores = view.scores.map(plain).join(" : ");
      const result =
        view.winner === null
          ? t("say.drawn", { scores })
          : t("say.won", { seat: seatName(room, view.winner), scores });
      return view.taken_off.length ? `${result} ${t("say.takenOff", { stones: view.taken_off.join(" ") })}` : result;
    }
    const seat = seatName(room, view.mover);
    if (view.turn === "pass") return t("say.mustPass", { seat });
    const count = view.legal.filter((legal) => legal.move !== "pass").length;
    return t(this.playable(room) ? "say.turn" : "say.turnOther", { seat, count });
  }

  /** @param {Room} room */
  #say(room) {
    const { looked } = this;
    if (!looked) {
      const waits = room.view.turn !== "over" && !this.playable(room) && !room.running;
      const more = room.thinking
        ? t("say.thinking", { seat: seatName(room, room.thinking.seat) })
        : waits
          ? t("say.paused")
          : "";
      const thinking = more ? h("span", { class: "quiet" }, ` ${more}`) : null;
      return fill(this.say, h("strong", {}, this.#turnText(room)), thinking);
    }
    fill(this.say, h("strong", {}, looked.move), ` ${effectText(looked, room.view)}`);
  }

  /** @param {import("../room-model.js").Connection} connection */
  connected(connection) {
    // What could not be done without the server need not be told once it is back.
    if (connection !== "offline" && !this.connection.hidden) showError(this.problem, null);
    this.connection.hidden = connection === "online";
    if (connection === "gone")
      fill(this.connection, t("room.gone"), " ", h("a", { href: "#/library" }, t("nav.library")));
    else fill(this.connection, t("say.offline"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { model } = this;
    const parent = nodeOf(model.room, nodeOf(model.room, model.room.node)?.parent ?? -1);
    const sibling = (/** @type {number} */ by) => {
      const among = parent?.children ?? [];
      model.goTo(among[among.indexOf(model.room.node) + by]);
    };
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.step?.(-1),
      ArrowRight: () => this.step?.(1),
      ArrowUp: () => sibling(-1),
      ArrowDown: () => sibling(1),
      Home: () => this.ends?.(0),
      End: () => this.ends?.(-1),
      Backspace: () => model.act("undo"),
      v: () => this.toggleValues(),
      l: () => {
        choose({ legal: !settings.legal });
        model.repaint();
      },
    };
    const pass = () => {
      if (this.mayPass(model.room)) this.play("pass");
    };
    const act = isPassKey(event) ? pass : keys[event.key];
    if (!act || /** @type {HTMLElement} */ (event.target).closest("[role=tablist]")) return;
    event.preventDefault();
    act();
  }

  close() {
    this.model.close();
    this.board.flip?.finish();
  }
}
