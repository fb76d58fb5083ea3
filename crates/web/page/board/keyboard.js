// @ts-check
/**
 * The keys of the board: arrows go to the neighbour, [ and ] walk the ring, letters and digits name a square, Enter plays.
 */

/** @typedef {import("./geometry.js").BoardShape} BoardShape */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
});

/** Shift and p, since letters alone name columns; told by Shift, so that Caps Lock passes for nobody. @param {KeyboardEvent} event */
export const isPassKey = (event) => event.shiftKey && event.key.toLowerCase() === "p";

/**
 * The nearest cell in a direction: straight ahead if there is one, else the one that strays least.
 * @param {BoardShape} shape @param {string} from @param {[number, number]} step
 */
export function neighbour(shape, from, [right, down]) {
  const here = shape.cells.get(from);
  if (!here) return null;
  let best = null;
  let least = Infinity;
  for (const cell of shape.cells.values()) {
    const [x, y] = [cell.column - here.column, cell.row - here.row];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    // From the corners of a round board the next row begins one cell further in.
    if (ahead <= 0 || aside > ahead) continue;
    const cost = ahead + 3 * aside;
    if (cost < least) [best, least] = [cell.name, cost];
  }
  return best;
}

/** @param {BoardShape} shape @param {string} from @param {1 | -1} direction */
export function alongRing(shape, from, direction) {
  if (!shape.ring.length) return null;
  const index = shape.ring.indexOf(from);
  if (index >= 0) return shape.ring[(index + direction + shape.ring.length) % shape.ring.length];
  const here = shape.cells.get(from)?.centre ?? [0, 0];
  const far = (/** @type {string} */ name) => {
    const [x, y] = shape.cells.get(name)?.centre ?? [0, 0];
    return Math.hypot(x - here[0], y - here[1]);
  };
  return shape.ring.reduce((best, name) => (far(name) < far(best) ? name : best));
}

export class BoardKeys {
  /**
   * @param {object} hooks
   * @param {() => BoardShape | null} hooks.shape
   * @param {(name: string) => void} hooks.go
   * @param {(name: string) => void} hooks.play
   * @param {() => void} hooks.leave
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.typed = "";
    this.typedAt = 0;
  }

  /** @param {KeyboardEvent} event @param {string} focus */
  press(event, focus) {
    const shape = this.hooks.shape();
    if (!shape || event.ctrlKey || event.metaKey || event.altKey || isPassKey(event)) return;
    const target = this.#target(event.key, shape, focus);
    if (target) this.hooks.go(target);
    else if (event.key === "Enter" || event.key === " ") this.hooks.play(focus);
    else if (event.key === "Escape") this.hooks.leave();
    else if (!this.#type(event.key, shape)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} key @param {BoardShape} shape @param {string} focus */
  #target(key, shape, focus) {
    if (key in STEPS) return neighbour(shape, focus, STEPS[key]) ?? focus;
    if (key === "[") return alongRing(shape, focus, -1);
    if (key === "]") return alongRing(shape, focus, 1);
    return null;
  }

  /** Letters and digits that begin no name are left to the page. @param {string} key @param {BoardShape} shape */
  #type(key, shape) {
    if (!/^[a-z0-9]$/i.test(key)) return false;
    const now = performance.now();
    const fresh = now - this.typedAt > 1500 || /[a-z]/i.test(key);
    this.typed = (fresh ? "" : this.typed) + key.toLowerCase();
    this.typedAt = now;
    if (shape.cells.has(this.typed)) this.hooks.go(this.typed);
    return [...shape.cells.keys()].some((name) => name.startsWith(this.typed));
  }
}
