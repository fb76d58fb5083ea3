// @ts-check
/**
 * Words to people: what went wrong, with the place marked, and what a screen reader should say.
 */

import { h } from "./dom.js";
import { t, hasText } from "./i18n.js";
import { ApiError } from "./api.js";

/** Says something to a screen reader. @param {string} text */
export function announce(text) {
  const live = document.querySelector("#live");
  if (live) live.textContent = text;
}

/**
 * An error as people read it. The server tells it in English; in another language what sort of error it is stands before that.
 * If the source is given, the place of the error is marked in it.
 * @param {unknown} error @param {string} [source]
 */
export function errorBanner(error, source) {
  const known = error instanceof ApiError ? error : null;
  const message = error instanceof Error ? error.message : String(error);
  return h(
    "div",
    { class: "banner bad", role: "alert" },
    h("strong", {}, t("error.label")),
    " ",
    known && hasText(`error.reason.${known.status}`) ? `${t(`error.reason.${known.status}`)} ` : null,
    message,
    known?.expected && !message.includes(known.expected)
      ? h("div", {}, t("error.expected", { what: known.expected }))
      : null,
    known?.place ? placeOf(known.place, source) : null,
  );
}

/** @param {{offset: number, text: string}} place @param {string} [source] */
function placeOf(place, source) {
  if (source === undefined) return h("pre", {}, h("mark", {}, place.text));
  const before = source.slice(0, place.offset);
  const length = place.text && source.startsWith(place.text, before.length) ? place.text.length : 1;
  const marked = source.slice(before.length, before.length + length) || "␃";
  const after = source.slice(before.length + length, before.length + length + 40).split("\n")[0];
  const line = before.split("\n").length;
  const start = before.split("\n").pop() ?? "";
  return h(
    "pre",
    {},
    `${t("error.line", { line, column: start.length + 1 })}  `,
    start.slice(-40),
    h("mark", {}, marked),
    after,
  );
}

/** The same, put into a place made for it; nothing if there is no error. @param {Element} slot @param {unknown} error @param {string} [source] */
export function showError(slot, error, source) {
  slot.replaceChildren(...(error ? [errorBanner(error, source)] : []));
}

/** What the next page should say first. */
let note = "";

/** @param {string} text */
export function leaveNote(text) {
  note = text;
}

/** The note that was left, once. */
export function takeNote() {
  const left = note;
  note = "";
  return left;
}
