// @ts-check
/**
 * How games, seats and players are called.
 */

import { t, language } from "./i18n.js";

/** @typedef {import("./types").Room} Room */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").SeatSpec} SeatSpec */

/** @param {import("./types").GameInfo} game */
export const gameName = (game) => (language() === "ja" ? game.name_ja : game.name_en) || game.id;

/** A seat by its colour, or by its number where colours are shared. @param {Room} room @param {number} seat */
export function seatName(room, seat) {
  if (room.seats.length > 2) return t("seat.numbered", { number: seat + 1 });
  return t(`colour.${room.seats[seat]?.colour ?? "black"}`);
}

/** Who sits there. @param {Seat} seat */
export function playerName(seat) {
  if (seat.kind === "human") return t("seat.you");
  if (seat.kind === "level") return t("seat.level", { level: seat.level ?? "" });
  return seat.player ?? "";
}

/** @param {Seat} seat @returns {SeatSpec} */
export function specOf(seat) {
  if (seat.kind === "level") return { kind: "level", level: seat.level ?? 1 };
  if (seat.kind === "player") return { kind: "player", player: seat.player ?? "random" };
  return { kind: "human" };
}

/** A date as people write it; seconds since 1970 or a text. @param {string | number} date */
export function dateText(date) {
  const value = typeof date === "number" ? new Date(date * 1000) : new Date(date);
  if (Number.isNaN(value.getTime())) return String(date);
  return value.toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}
