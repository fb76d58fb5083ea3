// @ts-check
/**
 * A link that holds a position or a list of moves: opens a room with it.
 */

import { post } from "../api.js";
import { open as openRoom } from "./room.js";

/** @param {string} game @param {string} text @returns {Promise<import("../main.js").Page>} */
export async function open(game, text) {
  const moves = /^(?:[a-z]\d+|pass|--|_)+$/i.test(text);
  const plain = text.replaceAll("_", " ");
  const room = await post("/api/rooms", moves ? { game, moves: plain } : { game, position: plain });
  history.replaceState(null, "", `#/room/${room.id}`);
  return openRoom(room.id);
}

/** The address that opens a position again. @param {string} game @param {string} position */
export function linkTo(game, position) {
  const text = encodeURIComponent(position.replace(/\s+/g, "_"));
  return `${location.origin}${location.pathname}#/p/${encodeURIComponent(game)}/${text}`;
}
