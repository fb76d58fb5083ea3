// @ts-check
/**
 * The turning of discs. Each turns about the axis across the direction of travel, and the wave runs outward from the placed disc,
 * along the ring too.
 */

import { paintDisc } from "./discs.js";

/** @typedef {import("./geometry.js").BoardShape} BoardShape */
/** @typedef {import("./discs.js").Discs} Discs */
/** @typedef {import("../types").Capture} Capture */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {{name: string, angle: number, delay: number}} Turn */

const TURN_MS = 240;
const STAGGER_MS = 60;

export const motionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Each disc turns once, with the first line that reaches it. @param {BoardShape} shape @param {string} move @param {Capture[]} captures */
export function turnsOf(shape, move, captures) {
  /** @type {Map<string, Turn>} */
  const turns = new Map();
  for (const capture of captures) {
    if (capture.kind === "chain") continue;
    capture.cells.forEach((name, index) => {
      const before = index ? capture.cells[index - 1] : move;
      const turn = { name, angle: angleOf(shape, before, name, capture.kind === "ring"), delay: STAGGER_MS * index };
      const known = turns.get(name);
      if (!known || known.delay > turn.delay) turns.set(name, turn);
    });
  }
  return [...turns.values()];
}

/** @param {BoardShape} shape @param {string} from @param {string} to @param {boolean} alongRing */
function angleOf(shape, from, to, alongRing) {
  if (alongRing) return (360 * (shape.ring.indexOf(to) + 0.5)) / shape.ring.length;
  const [x0, y0] = shape.cells.get(from)?.centre ?? [0, 0];
  const [x1, y1] = shape.cells.get(to)?.centre ?? [0, 0];
  return (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
}

export class Flip {
  /** @param {Discs} discs @param {Turn[]} turns @param {Colour} colour the colour they turn to @param {() => void} done */
  constructor(discs, turns, colour, done) {
    this.discs = discs;
    this.turns = turns;
    this.colour = colour;
    this.done = done;
    this.begun = performance.now();
    this.total = Math.max(0, ...turns.map((turn) => turn.delay)) + TURN_MS;
    this.frame = requestAnimationFrame((now) => this.#draw(now));
    // A tab in the background draws no frames; the board must still come to rest.
    this.alarm = setTimeout(() => this.finish(), this.total + 400);
  }

  /** @param {number} now */
  #draw(now) {
    const passed = now - this.begun;
    for (const turn of this.turns) {
      const disc = this.discs.get(turn.name);
      if (!disc) continue;
      const share = Math.min(1, Math.max(0, (passed - turn.delay) / TURN_MS));
      const lift = 1 + 0.12 * Math.sin(Math.PI * share);
      const thin = Math.abs(Math.cos(Math.PI * share)) * lift;
      const spin = `rotate(${turn.angle}) scale(${thin.toFixed(3)} ${lift.toFixed(3)}) rotate(${-turn.angle})`;
      disc.group.setAttribute("transform", `${this.discs.home(turn.name)} ${spin}`);
      if (share >= 0.5 && disc.colour !== this.colour) {
        paintDisc(disc.face, this.colour);
        disc.colour = this.colour;
      }
    }
    if (passed >= this.total) this.finish();
    else this.frame = requestAnimationFrame((later) => this.#draw(later));
  }

  /** Brings every disc to rest; also what a click does that skips. */
  finish() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.alarm);
    for (const turn of this.turns) {
      this.discs.set(turn.name, this.colour);
      this.discs.get(turn.name)?.group.setAttribute("transform", this.discs.home(turn.name));
    }
    const { done } = this;
    this.done = () => {};
    done();
  }
}
