// @ts-check
/**
 * Who plays, how many discs they have, who is on turn, and taking over a seat.
 */

import { h, fill, button } from "../dom.js";
import { t, plain } from "../i18n.js";
import { seatName, playerName, specOf } from "../names.js";
import { prisonersOf } from "../position.js";
import { seatChoosers } from "./seat-chooser.js";
import { settings, choose } from "../settings.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../room-model.js").RoomModel} RoomModel */

/** @param {RoomModel} model @param {import("../types").GameInfo | undefined} game */
export function seatsPanel(model, game) {
  const list = h("ul", { class: "seats" });
  const panel = h("section", { class: "panel", "aria-label": t("seat.title") }, list);
  const clock = new Clock(model);
  let drawn = "";
  model.watch((room) => {
    const key = JSON.stringify([
      room.seats,
      room.view.count,
      room.view.scores,
      room.view.position,
      room.view.mover,
      room.view.turn,
      room.thinking?.seat ?? null,
      settings.clock,
    ]);
    if (key === drawn) return;
    drawn = key;
    fill(
      list,
      room.seats.map((_, seat) => seatRow(model, room, seat)),
    );
    clock.draw(list);
  });
  if (game) panel.append(changeSeats(model, game));
  return panel;
}

/** @param {RoomModel} model @param {Room} room @param {number} seat */
function seatRow(model, room, seat) {
  const { view } = room;
  const who = room.seats[seat];
  const current = seat === view.mover && view.turn !== "over";
  // Discs on the board while they play; in Yonin and Go, and at the end, what counts is the score.
  const points = view.turn === "over" || room.family === "yonin" || room.family === "go" ? view.scores : view.count;
  const take =
    who.kind === "human"
      ? null
      : button(t("seat.take"), () => takeOver(model, seat), { class: "plain", "data-take": seat });
  return h(
    "li",
    { class: "seat", "aria-current": current ? "true" : null },
    h("span", { class: `chip ${who.colour}`, "aria-hidden": "true" }),
    h(
      "span",
      { class: "seat-name" },
      h("strong", {}, seatName(room, seat)),
      room.thinking?.seat === seat
        ? h("span", { class: "thinking" }, h("span", { class: "unseen" }, t("say.thinkingShort")))
        : null,
      h("small", { title: playerName(who) }, playerName(who)),
      prisoners(view, seat),
    ),
    h("span", { class: "clock mono", "data-clock": seat }),
    take,
    h("b", { class: "count" }, plain(points[seat] ?? 0)),
  );
}

/** The stones that a seat of Go has taken, where the game counts them. @param {import("../types").View} view @param {number} seat */
function prisoners(view, seat) {
  const lost = prisonersOf(view);
  const count = lost ? Number(lost[2 - seat]) : 0;
  return count ? h("small", {}, t("seat.prisoners", { count })) : null;
}

/** @param {RoomModel} model @param {number} seat */
function takeOver(model, seat) {
  const seats = model.room.seats.map(specOf);
  seats[seat] = { kind: "human" };
  model.act("seats", { seats });
}

/** @param {RoomModel} model @param {import("../types").GameInfo} game */
function changeSeats(model, game) {
  const inside = h("div", { class: "stack" });
  const details = h(
    "details",
    {
      ontoggle: () => {
        if (!details.open) return;
        const choosers = seatChoosers(game, model.room.seats.map(specOf));
        const set = button(t("seat.set"), async () => {
          if (await model.act("seats", { seats: choosers.value() })) details.open = false;
        });
        // In Go nearly every point is legal and none is marked.
        const names = /** @type {const} */ (["legal", "clock", "sound"]);
        const marks = names.filter((name) => name !== "legal" || game.family !== "go").map((name) => {
          const box = h("input", {
            type: "checkbox",
            checked: settings[name],
            onchange: () => {
              choose({ [name]: box.checked });
              model.repaint();
            },
          });
          return h("label", { class: "check" }, box, t(name === "legal" ? "room.legal" : `seat.${name}`));
        });
        fill(inside, choosers.element, set, marks);
      },
    },
    h("summary", {}, t("seat.change")),
    inside,
  );
  return details;
}

/** How long each seat has thought since this page was opened. */
class Clock {
  /** @param {RoomModel} model */
  constructor(model) {
    this.model = model;
    this.seconds = model.room.seats.map(() => 0);
    /** @type {Element | null} */
    this.list = null;
    const timer = setInterval(() => {
      if (this.list && !this.list.isConnected) return clearInterval(timer);
      const { view } = model.room;
      if (view.turn !== "over") this.seconds[view.mover] += 1;
      if (this.list) this.draw(this.list);
    }, 1000);
  }

  /** @param {Element} list */
  draw(list) {
    this.list = list;
    for (const place of list.querySelectorAll("[data-clock]")) {
      const seconds = this.seconds[Number(place.getAttribute("data-clock"))] ?? 0;
      place.textContent = settings.clock ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
    }
  }
}
