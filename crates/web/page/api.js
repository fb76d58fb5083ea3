// @ts-check
/**
 * The way to the server: requests with clear errors, and exactly one stream of events for the whole tab.
 */

import { t } from "./i18n.js";

/** @typedef {import("./types").Room} Room */

export class ApiError extends Error {
  /** @param {number} status @param {{message: string, place?: {offset: number, text: string}, expected?: string}} detail */
  constructor(status, detail) {
    super(detail.message);
    this.status = status;
    this.place = detail.place;
    this.expected = detail.expected;
  }
}

/** Whether the server has no such thing. @param {unknown} error */
export const isMissing = (error) => error instanceof ApiError && error.status === 404;

/** A page that waits for an answer for longer than this says so. */
const BUSY_AFTER_MS = 300;
let waiting = 0;
let busyAlarm = 0;

/** @param {boolean} busy */
function showBusy(busy) {
  document.querySelector("#busy")?.toggleAttribute("hidden", !busy);
  document.querySelector("#main")?.setAttribute("aria-busy", String(busy));
}

/** One more answer is waited for, or one less. @param {1 | -1} change */
function wait(change) {
  if (!waiting) busyAlarm = setTimeout(() => showBusy(true), BUSY_AFTER_MS);
  waiting += change;
  if (waiting) return;
  clearTimeout(busyAlarm);
  showBusy(false);
}

/** Asks, and shows that the page waits where it takes long. @type {typeof ask} */
async function request(method, path, body, options) {
  wait(1);
  try {
    return await ask(method, path, body, options);
  } finally {
    wait(-1);
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @param {RequestInit} [options] */
async function ask(method, path, body, options = {}) {
  /** @type {Response} */
  let answer;
  try {
    const headers = body === undefined ? undefined : { "content-type": "application/json" };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    answer = await fetch(path, { method, headers, body: sent, ...options });
  } catch {
    throw new ApiError(0, { message: t("error.offline") });
  }
  if (answer.ok) return answer.status === 204 ? null : answer;
  const text = await answer.text();
  /** @type {any} */
  let parsed = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    // An answer that is not ours, such as one of a proxy: its status says enough.
  }
  throw new ApiError(answer.status, parsed?.error ?? { message: t("error.status", { status: answer.status }) });
}

/** @param {string} path @returns {Promise<any>} */
export const get = async (path) => (await request("GET", path))?.json();

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const post = async (path, body = {}) => {
  const answer = await request("POST", path, body);
  const text = answer ? await answer.text() : "";
  return text ? JSON.parse(text) : null;
};

/** Sends something while the page goes away: it arrives all the same, but nobody hears the answer. @param {string} path @param {unknown} body */
export const postLast = (path, body) => request("POST", path, body, { keepalive: true }).catch(() => {});

/** @param {string} path */
export const remove = (path) => request("DELETE", path);

/** @param {string} path @returns {Promise<string>} */
export const getText = async (path) => (await request("GET", path))?.text() ?? "";

/** @type {Promise<import("./types").Games> | null} */
let catalogue = null;

/** The games and their players; asked for once. @returns {Promise<import("./types").Games>} */
export function games() {
  catalogue ??= get("/api/games").catch((error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

/** How long to wait before something is asked for again that the server did not give. */
export const AGAIN_MS = 2000;

/** @type {EventSource | null} */
let stream = null;
let alarm = 0;

/**
 * Opens the stream of this tab in place of the one before. A connection that is lost is sought again by the browser; a stream
 * that the server refuses is not, so it is asked for again here, or whoever listens is told.
 * @param {string} query @param {Record<string, (data: any) => void>} handlers by event
 * @param {{online?: (online: boolean) => void, refused?: () => void}} [hooks]
 */
export function listen(query, handlers, hooks = {}) {
  silence();
  const opened = new EventSource(`/api/events?${query}`);
  stream = opened;
  for (const [name, handle] of Object.entries(handlers)) {
    opened.addEventListener(name, (event) => handle(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  }
  opened.onopen = () => hooks.online?.(true);
  opened.onerror = () => {
    hooks.online?.(false);
    if (opened.readyState !== EventSource.CLOSED) return;
    if (hooks.refused) hooks.refused();
    else alarm = setTimeout(() => listen(query, handlers, hooks), AGAIN_MS);
  };
}

/** Closes the stream; the server then stops the searches that nobody listens to. */
export function silence() {
  clearTimeout(alarm);
  stream?.close();
  stream = null;
}
