// @ts-check
/**
 * Rows of stored games, each of which opens on the board.
 */

import { h, button, tableHead } from "../dom.js";
import { t, plain } from "../i18n.js";
import { post } from "../api.js";
import { dateText } from "../names.js";
import { errorBanner } from "../notices.js";

/** @typedef {import("../types").LibraryGame} LibraryGame */

/** @param {LibraryGame[]} games @param {(game: LibraryGame) => string} address where to ask for the room @param {boolean} [short] */
export function gameRows(games, address, short = false) {
  const heads = [
    "library.game",
    "library.players",
    "library.result",
    ...(short ? [] : ["library.moves", "library.date"]),
  ];
  const head = tableHead(
    heads.map((key) => t(key)),
    [3],
  );
  head.rows[0].append(h("td", {}));
  const body = h(
    "tbody",
    {},
    games.map((game) =>
      h(
        "tr",
        {},
        h("td", {}, game.game),
        h("td", {}, game.players.join(" – ")),
        h("td", { class: short ? null : "whole" }, resultText(game)),
        short ? null : h("td", { class: "right" }, game.moves_count),
        short ? null : h("td", { class: "whole" }, dateText(game.date)),
        h(
          "td",
          { class: "right" },
          button(t("library.open"), (event) => openGame(address(game), /** @type {HTMLElement} */ (event.target))),
        ),
      ),
    ),
  );
  return h(
    "div",
    {
      class: "scroll",
      tabindex: short ? null : 0,
      role: short ? null : "region",
      "aria-label": short ? null : t("nav.library"),
    },
    h("table", {}, head, body),
  );
}

/** @param {string} address @param {HTMLElement} near */
async function openGame(address, near) {
  try {
    const room = await post(address);
    location.hash = `#/room/${room.id}`;
  } catch (error) {
    near.closest(".scroll")?.prepend(errorBanner(error));
  }
}

/** Who won, by the seat's number, with the scores. @param {LibraryGame} game */
function resultText(game) {
  const scores = game.scores.length ? ` ${game.scores.map(plain).join(":")}` : "";
  if (/^[1-4]$/.test(game.result)) return t("library.won", { number: game.result }) + scores;
  return t(game.result === "draw" ? "library.draw" : "library.unfinished") + (game.result === "draw" ? scores : "");
}
