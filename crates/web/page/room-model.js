// @ts-check
/**
 * A room as this tab knows it: the newest snapshot, the wishes sent to the server, and the way back when the server was begun anew.
 */

import { get, post, postLast, listen, isMissing, ApiError, AGAIN_MS } from "./api.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").Room} Room */
/** @typedef {import("./types").RoomNode} RoomNode */
/** @typedef {(room: Room, before: Room | null) => void} Watcher */
/** @typedef {"online" | "offline" | "gone"} Connection gone: neither the server nor its library has the game */

export class RoomModel {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Watcher[]} */
    this.watchers = [];
    /** @type {(error: unknown) => void} */
    this.failed = () => {};
    /** Whether values are kept from sight, so that a person can find the move alone. */
    this.blind = false;
    /** @type {((move: string) => void) | null} told of a move before it is sent */
    this.onTry = null;
    /** @type {(connection: Connection) => void} */
    this.connected = () => {};
    this.closed = false;
    /** Ends when nobody looks at the room any more, and with it what panels listen to outside of it. */
    this.closing = new AbortController();
    this.alarm = 0;
    /** @type {Promise<boolean> | null} while the room is sought */
    this.seeking = null;
  }

  /** @param {string} id */
  static async open(id) {
    return new RoomModel((await find(id)).room);
  }

  /** Hears of every change from now on. */
  listen() {
    listen(
      `room=${encodeURIComponent(this.room.id)}`,
      { room: (room) => this.apply(room) },
      {
        online: (online) => this.connected(online ? "online" : "offline"),
        refused: () => this.#seek(),
      },
    );
  }

  /** Nobody looks at the room any more. */
  close() {
    this.closed = true;
    clearTimeout(this.alarm);
    this.closing.abort();
  }

  /**
   * Looks for the room that the server does not know any more, and listens to it again.
   * @returns {Promise<boolean>} whether it is there
   */
  #seek() {
    clearTimeout(this.alarm);
    this.seeking ??= this.#comeBack().finally(() => {
      this.seeking = null;
    });
    return this.seeking;
  }

  async #comeBack() {
    const before = this.room;
    try {
      const { room, reopened } = await find(before.id);
      if (this.closed) return false;
      this.room = room;
      for (const watcher of this.watchers) watcher(room, null);
      if (reopened) await this.#goOn(before);
      if (!this.closed) this.listen();
      return true;
    } catch (error) {
      if (this.closed) return false;
      if (isMissing(error)) this.connected("gone");
      else this.alarm = setTimeout(() => this.#seek(), AGAIN_MS);
      return false;
    }
  }

  /** Brings a room out of the library to where this tab has left it: the line, the values, the players. @param {Room} before */
  async #goOn(before) {
    let node = this.room.nodes.find((each) => each.parent === null);
    const start = before.nodes.find((each) => each.parent === null)?.id ?? 0;
    for (const { move } of stepsFrom(before, start)) {
      const next = this.room.nodes.find((each) => each.parent === node?.id && each.move === move);
      if (!next) break;
      node = next;
    }
    if (node && node.id !== this.room.node) await this.#send("goto", { node: node.id });
    if (before.analysis.on) await this.#send("analysis", { on: true, player: before.analysis.player });
    if (before.running) await this.#send("run", { running: true, delay_ms: before.delay_ms });
  }

  /** @param {Watcher} watcher */
  watch(watcher) {
    this.watchers.push(watcher);
    watcher(this.room, null);
  }

  /** Takes a snapshot unless a newer one is known. @param {Room} room */
  apply(room) {
    if (room.id !== this.room.id || room.seq < this.room.seq) return;
    const before = this.room;
    this.room = room;
    for (const watcher of this.watchers) watcher(room, before);
  }

  /** Paints again what is known, after something that only this tab knows has changed. */
  repaint() {
    for (const watcher of this.watchers) watcher(this.room, this.room);
  }

  /** @param {string} wish @param {object} [body] @returns {Promise<boolean>} whether it was granted */
  async act(wish, body = {}) {
    try {
      await this.#send(wish, body).catch(async (error) => {
        // A server that was begun anew knows the room from the library only, where nodes may have other numbers.
        if (!isMissing(error) || "node" in body || !(await this.#seek())) throw error;
        await this.#send(wish, body);
      });
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** Sends a wish while the page goes away. @param {string} wish @param {object} body */
  actLast(wish, body) {
    postLast(this.#address(wish), body);
  }

  /** @param {string} wish @param {object} body */
  async #send(wish, body) {
    const room = await post(this.#address(wish), body);
    if (room) this.apply(room);
  }

  /** @param {string} wish */
  #address(wish) {
    return `/api/rooms/${encodeURIComponent(this.room.id)}/${wish}`;
  }

  /** @param {number | null | undefined} node */
  goTo(node) {
    if (node !== null && node !== undefined && node !== this.room.node) this.act("goto", { node });
  }
}

/**
 * The room as the server has it; if the server was begun anew or has put the room away, out of the library.
 * @param {string} id @returns {Promise<{room: Room, reopened: boolean}>}
 */
async function find(id) {
  const name = encodeURIComponent(id);
  try {
    return { room: await get(`/api/rooms/${name}`), reopened: false };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    return { room: await post(`/api/library/${name}/open`), reopened: true };
  } catch (error) {
    throw isMissing(error) ? new ApiError(404, { message: t("room.gone") }) : error;
  }
}

/** @param {Room} room @param {number} id */
export const nodeOf = (room, id) => room.nodes.find((node) => node.id === id);

/** The steps that lead from a node to the current one; none if they do not. @param {Room} room @param {number} from @returns {RoomNode[]} */
export function stepsFrom(room, from) {
  /** @type {RoomNode[]} */
  const steps = [];
  for (let node = nodeOf(room, room.node); node; node = nodeOf(room, node.parent ?? -1)) {
    if (node.id === from) return steps;
    steps.unshift(node);
  }
  return [];
}

/** The line through the current node: back to the start, then on along first children. @param {Room} room @returns {RoomNode[]} */
export function lineOf(room) {
  const byId = new Map(room.nodes.map((node) => [node.id, node]));
  /** @type {RoomNode[]} */
  const line = [];
  for (let node = byId.get(room.node); node; node = node.parent === null ? undefined : byId.get(node.parent))
    line.unshift(node);
  for (let node = line.at(-1); node?.children.length;) {
    node = byId.get(node.children[0]);
    if (node) line.push(node);
  }
  return line;
}

/** The candidates that belong to the position shown. @param {Room} room */
export const candidatesOf = (room) =>
  room.analysis.on && room.analysis.node === room.node ? room.analysis.candidates : [];
