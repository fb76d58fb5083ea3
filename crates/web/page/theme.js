// @ts-check
/**
 * Runs before anything is drawn, so that the first paint already has the theme that was chosen; settings.js changes it later.
 */
(() => {
  let chosen = "system";
  try {
    chosen = JSON.parse(localStorage.getItem("enban") ?? "{}").theme ?? chosen;
  } catch {
    // A browser that keeps nothing shows the theme of the system.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen === "system" ? (dark ? "dark" : "light") : chosen;
})();
