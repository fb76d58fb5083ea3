// @ts-check
/**
 * What the text of a position of Go tells beside the stones.
 */

/** @typedef {import("./types").View} View */

/** The point that may not be taken back at once. @param {View} view */
export const koOf = (view) => / ko=(\w+)/.exec(view.position)?.[1] ?? null;

/** The stones that black and white have lost, where the game counts them, as the text has it. @param {View} view */
export const prisonersOf = (view) => / prisoners=(\d+),(\d+)/.exec(view.position);
