// @ts-check
/**
 * What a person chose, kept in the browser: language, theme, what is shown on the board.
 */

/**
 * @typedef {object} Settings
 * @property {"auto" | "en" | "ja"} language
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} legal whether legal squares are marked
 * @property {boolean} relative whether values stand relative to the best
 * @property {boolean} sound
 * @property {boolean} clock
 * @property {string} tab the open tab of the room
 */

const KEY = "enban";

/** @type {Settings} */
export const settings = {
  language: "auto",
  theme: "system",
  legal: true,
  relative: false,
  sound: false,
  clock: false,
  tab: "moves",
  ...stored(),
};

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Partial<Settings>} change */
export function choose(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Puts the chosen theme on the document. */
export function applyTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = settings.theme === "system" ? (dark ? "dark" : "light") : settings.theme;
}
