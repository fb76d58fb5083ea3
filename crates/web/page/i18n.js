// @ts-check
/**
 * The texts in two languages. The language of the browser decides until somebody chooses; a change repaints the page in place.
 */

import { settings, choose } from "./settings.js";

/** @type {Record<string, string>} */
let texts = {};
/** @type {"en" | "ja"} */
let current = "en";

export function language() {
  return current;
}

/** Reads the texts of the language that holds now. */
export async function loadTexts() {
  const automatic = navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";
  current = settings.language === "auto" ? automatic : settings.language;
  texts = (current === "ja" ? await import("./texts-ja.js") : await import("./texts-en.js")).texts;
  document.documentElement.lang = current;
}

/** @param {"en" | "ja"} next */
export async function chooseLanguage(next) {
  choose({ language: next });
  await loadTexts();
}

/**
 * The text of a key, with {names} filled in. A key without a text shows itself, so that a gap is seen.
 * @param {string} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Whether there is a text for a key. @param {string} key */
export const hasText = (key) => key in texts;

/** A number with its sign, with a true minus. @param {number} value @param {number} [digits] */
export function signed(value, digits = 0) {
  const shown = Math.abs(value).toFixed(digits);
  if (Number(shown) === 0) return shown;
  return (value > 0 ? "+" : "−") + shown;
}

/** Digits as needed: whole numbers plain, others with one place. @param {number} value */
export const plain = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** @param {number} value */
export const grouped = (value) => value.toLocaleString(current);
