// @ts-check
/**
 * A room as this tab knows it: the newest snapshot, and the wishes sent to the server.
 */

import { get, post, listen } from "./api.js";

/** @typedef {import("./types").Room} Room */
/** @typedef {import("./types").RoomNode} RoomNode */
/** @typedef {(room: Room, before: Room | null) => void} Watcher */

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
  }

  /** @param {string} id */
  static async open(id) {
    return new RoomModel(await get(`/api/rooms/${encodeURIComponent(id)}`));
  }

  /** @param {(online: boolean) => void} state */
  listen(state) {
    listen(`room=${encodeURIComponent(this.room.id)}`, { room: (room) => this.apply(room) }, state);
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
      const room = await post(`/api/rooms/${encodeURIComponent(this.room.id)}/${wish}`, body);
      if (room) this.apply(room);
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** @param {number | null | undefined} node */
  goTo(node) {
    if (node !== null && node !== undefined && node !== this.room.node) this.act("goto", { node });
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
