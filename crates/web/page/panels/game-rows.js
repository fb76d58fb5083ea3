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

/** @param {LibraryGame[]} games @param {(game: LibraryGame) => string} address where to ask for the room */
export function gameRows(games, address) {
  const heads = ["library.game", "library.players", "library.result", "library.moves", "library.date"];
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
        h("td", { class: "whole" }, resultText(game)),
        h("td", { class: "right" }, game.moves_count),
        h("td", { class: "whole" }, dateText(game.date)),
        h("td", { class: "right" }, opener(address(game))),
      ),
    ),
  );
  const region = { class: "scroll games", tabindex: 0, role: "region", "aria-label": t("nav.library") };
  return h("div", region, h("table", {}, head, body));
}

/** The same for a narrow place. @param {LibraryGame[]} games @param {(game: LibraryGame) => string} address */
export function gameList(games, address) {
  const lines = games.map((game) =>
    h(
      "li",
      {},
      h("span", {}, h("strong", {}, game.game), ` ${resultText(game)}`, h("small", {}, game.players.join(" – "))),
      opener(address(game)),
    ),
  );
  return h("ul", { class: "games" }, lines);
}

/** @param {string} address */
const opener = (address) =>
  button(t("library.open"), (event) => openGame(address, /** @type {HTMLElement} */ (event.target)));

/** @param {string} address @param {HTMLElement} near */
async function openGame(address, near) {
  try {
    const room = await post(address);
    location.hash = `#/room/${room.id}`;
  } catch (error) {
    near.closest(".games")?.before(errorBanner(error));
  }
}

/** Who won, by colour or where colours are shared by the seat's number, with the scores. @param {LibraryGame} game */
function resultText(game) {
  const scores = game.scores.length ? ` ${game.scores.map(plain).join(":")}` : "";
  if (/^[1-4]$/.test(game.result)) {
    if (game.players.length > 2) return t("library.won", { number: game.result }) + scores;
    return t("library.wonColour", { colour: t(game.result === "1" ? "colour.black" : "colour.white") }) + scores;
  }
  return t(game.result === "draw" ? "library.draw" : "library.unfinished") + (game.result === "draw" ? scores : "");
}
