import type { ChangePosition } from './change-events.ts';

/** Opens a stream for these tables, joined by commas; returns the function that closes it. */
export type OpenStream = (
  tables: string,
  position: ChangePosition,
  onChange: (table: string | undefined) => void,
) => () => void;

export interface SharedChanges {
  /** Calls back when a row of the table changed; returns the unsubscribe function. */
  subscribe(table: string, onChange: () => void): () => void;
}

/** A navigation unmounts and mounts several screens; the stream changes once, after the last of them. */
const SETTLE_MS = 50;
/** A hidden tab closes its stream: browsers allow six connections per server. */
const HIDDEN_MS = 5_000;

/**
 * One stream for all tables that a page has subscribed to. It reopens when a table is added and resumes at the last position, so that
 * no change is lost.
 */
export function createSharedChanges(open: OpenStream): SharedChanges {
  const subscribers = new Map<string, Set<() => void>>();
  const position: ChangePosition = { lastId: undefined };
  let stream: { tables: ReadonlySet<string>; close: () => void } | undefined;
  /** The position when a subscriber first needed a table that the open stream lacks; the next stream resumes there. */
  let resumeAt: ChangePosition | undefined;
  /** Tables that may have changed while they had no subscriber; the next one is notified at once. */
  const missed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const notify = (table: string | undefined) => {
    const all = [...(stream?.tables ?? []), ...subscribers.keys()];
    for (const changed of new Set(table === undefined ? all : [table])) {
      const listeners = subscribers.get(changed);
      if (!listeners) missed.add(changed);
      for (const listener of [...(listeners ?? [])]) listener();
    }
  };
  const close = () => {
    for (const table of stream?.tables ?? []) if (!subscribers.has(table)) missed.add(table);
    stream?.close();
    stream = undefined;
  };
  const updateStream = () => {
    const wanted = [...subscribers.keys()].sort();
    if (document.hidden || wanted.length === 0) return close();
    if (stream && wanted.every((table) => stream?.tables.has(table))) return;
    close();
    if (resumeAt) position.lastId = resumeAt.lastId;
    resumeAt = undefined;
    stream = { tables: new Set(wanted), close: open(wanted.join(','), position, notify) };
  };
  const updateSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(updateStream, document.hidden ? HIDDEN_MS : SETTLE_MS);
  };

  return {
    subscribe(table, onChange) {
      if (subscribers.size === 0) document.addEventListener('visibilitychange', updateSoon);
      const listeners = subscribers.get(table) ?? new Set();
      subscribers.set(table, listeners.add(onChange));
      if (stream && !stream.tables.has(table)) resumeAt ??= { ...position };
      if (missed.delete(table)) onChange();
      updateSoon();
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) subscribers.delete(table);
        if (subscribers.size === 0) document.removeEventListener('visibilitychange', updateSoon);
        updateSoon();
      };
    },
  };
}
