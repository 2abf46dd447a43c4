/** Limits both sides know, so that a page can say them before the server has to. */
export const LIMITS = {
  /** A JSON or form body. */
  bodyBytes: 1024 * 1024,
  /** One recording or picture in a single request. */
  uploadBytes: 256 * 1024 * 1024,
  /** One recording or picture in parts, see `resumable-upload.ts`. */
  resumableBytes: 500 * 1024 * 1024,
  emailLength: 255,
  /** Tables one event stream may follow. */
  tablesPerStream: 8,
} as const;

/** Silence on an event stream never lasts longer than this; a client that hears nothing for twice as long reconnects. */
export const HEARTBEAT_MS = 20_000;
