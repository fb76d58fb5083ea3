// @ts-check
/**
 * Mouse, pen and finger. A mouse shows the move it hovers over and plays on release in the same cell; a finger shows it with the
 * first tap and plays with the second.
 */

/** @typedef {import("./board.js").Board} Board */

/** @param {EventTarget | null} target */
const squareOf = (target) => (target instanceof Element ? target.getAttribute("data-square") : null);

/** @param {Board} board */
export function watchPointer(board) {
  /** @type {string | null} */
  let pressed = null;
  let skipped = false;
  const { svg } = board;
  svg.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") board.look(squareOf(event.target));
  });
  svg.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") board.look(null);
  });
  svg.addEventListener("pointerdown", (event) => {
    // The click that skips an animation does nothing else.
    skipped = board.flip !== null;
    board.flip?.finish();
    pressed = squareOf(event.target);
  });
  svg.addEventListener("pointerup", (event) => {
    const square = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    const same = square !== null && square === pressed && event.button === 0;
    pressed = null;
    if (!same || skipped) return;
    if (event.pointerType !== "touch" || board.looked === square || !board.legal.has(square)) {
      board.look(null);
      board.choose(square);
    } else board.look(square);
  });
}
