// @ts-check
/**
 * The discs: one group for each, which stays while the board stays, so that an update touches only what changed.
 */

import { s } from "../dom.js";

/** @typedef {import("./geometry.js").BoardShape} BoardShape */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {{group: SVGGElement, face: SVGCircleElement, colour: Colour}} Disc */

/** A disc at the origin of its group. @param {Element} parent @param {number} radius @param {Colour} colour */
export function makeDisc(parent, radius, colour) {
  s("circle", { cx: 2.5, cy: 5, r: radius, class: "disc-shadow" }, parent);
  return s("circle", { r: radius, class: `disc ${colour}`, fill: `url(#disc-${colour})` }, parent);
}

/** @param {SVGCircleElement} face @param {Colour} colour */
export function paintDisc(face, colour) {
  face.setAttribute("class", `disc ${colour}`);
  face.setAttribute("fill", `url(#disc-${colour})`);
}

export class Discs {
  /** @param {SVGGElement} layer @param {BoardShape} shape */
  constructor(layer, shape) {
    this.layer = layer;
    this.shape = shape;
    /** @type {Map<string, Disc>} */
    this.discs = new Map();
  }

  /** @param {string} name @param {Colour | null} colour */
  set(name, colour) {
    const disc = this.discs.get(name);
    if (disc?.colour === colour) return;
    if (!colour) {
      disc?.group.remove();
      this.discs.delete(name);
    } else if (disc) {
      paintDisc(disc.face, colour);
      disc.colour = colour;
    } else {
      const group = s("g", { transform: this.home(name), "data-disc": name }, this.layer);
      this.discs.set(name, { group, face: makeDisc(group, this.shape.disc, colour), colour });
    }
  }

  /** @param {string} name */
  get(name) {
    return this.discs.get(name);
  }

  /** The transform of a disc at rest. @param {string} name */
  home(name) {
    const [x, y] = this.shape.cells.get(name)?.centre ?? [0, 0];
    return `translate(${x} ${y})`;
  }
}
