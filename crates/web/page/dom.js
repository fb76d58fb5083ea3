// @ts-check
/**
 * Small helpers to make elements. Text always becomes a text node, never markup, so that what stands in a record stays text.
 */

/** @typedef {string | number | Node | null | undefined | false | (string | number | Node | null | undefined | false)[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * Makes an HTML element. Attributes that begin with "on" are listeners; false, null and undefined are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/**
 * Makes an SVG element and, if a parent is given, appends it there.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Element | null} [parent]
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  if (parent) parent.append(element);
  return element;
}

/** @param {Element} element @param {Attributes} attributes */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces what an element holds. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** @param {string} label @param {(event: MouseEvent) => void} act @param {Attributes} [attributes] */
export function button(label, act, attributes = {}) {
  return h("button", { type: "button", onclick: act, ...attributes }, label);
}

/**
 * A labelled field of a form.
 * @param {string} label @param {HTMLElement} control @param {Child} [note]
 */
export function field(label, control, note) {
  return h("label", { class: "field" }, h("span", {}, label), control, note ? h("small", {}, note) : null);
}

/** @param {[string, string][]} choices value and text @param {string} chosen @param {Attributes} [attributes] */
export function select(choices, chosen, attributes = {}) {
  const options = choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  return h("select", attributes, options);
}

/** The head of a table; columns of numbers stand right. @param {string[]} texts @param {number[]} [right] */
export function tableHead(texts, right = []) {
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      texts.map((text, index) => h("th", { scope: "col", class: right.includes(index) ? "right" : null }, text)),
    ),
  );
}

/** Offers text or a picture as a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
