// @ts-check
/**
 * What people have entered into the controls of a page, so that the page can be built anew in another language without losing it.
 */

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLDetailsElement} Control */
/** @typedef {string | boolean} Entry */

/** A browser does not let a page choose files. */
const CONTROLS = "input:not([type=file]), textarea, select, details";

/** @param {Element} root @returns {Entry[]} */
export const entriesOf = (root) => controlsIn(root).map(entryOf);

/**
 * Puts entries back into a page that was built anew, as if they were entered again: one after the other, since a choice may bring
 * other controls after it.
 * @param {Element} root @param {Entry[]} entries
 */
export function enter(root, entries) {
  entries.forEach((entry, at) => {
    const control = controlsIn(root)[at];
    // A radio button goes out when another one of its group is chosen.
    if (!control || entryOf(control) === entry || (control.type === "radio" && !entry)) return;
    if (control instanceof HTMLDetailsElement) control.open = Boolean(entry);
    else if (isSwitch(control)) control.checked = Boolean(entry);
    else control.value = String(entry);
    for (const name of ["input", "change"]) control.dispatchEvent(new Event(name, { bubbles: true }));
  });
}

/** @param {Element} root @returns {(Control & {type?: string})[]} */
const controlsIn = (root) => [...root.querySelectorAll(CONTROLS)].map((each) => /** @type {Control} */ (each));

/** @param {Control} control @returns {control is HTMLInputElement} */
const isSwitch = (control) => control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

/** @param {Control} control @returns {Entry} */
function entryOf(control) {
  if (control instanceof HTMLDetailsElement) return control.open;
  return isSwitch(control) ? control.checked : control.value;
}
