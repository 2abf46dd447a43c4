import type { ChangePlace } from './change-events.ts';

/** Opens a stream for these tables, joined by commas; returns the function that closes it. */
export type OpenStream = (
  tables: string,
  place: ChangePlace,
  onChange: (table: string | undefined) => void,
) => () => void;

export interface SharedChanges {
  /** Calls back when a row of the table changed; returns the unsubscribe function. */
  follow(table: string, onChange: () => void): () => void;
}

/** Screens mount and unmount during one navigation; the stream waits for the last of them. */
const SETTLE_MS = 50;
/** A hidden tab closes its stream: browsers allow six connections per server. */
const HIDDEN_MS = 5_000;

/**
 * One stream for all tables a page follows. It reopens when a table is added and resumes at the last position, so that
 * no change is lost.
 */
export function createSharedChanges(open: OpenStream): SharedChanges {
  const followers = new Map<string, Set<() => void>>();
  const place: ChangePlace = { lastId: undefined };
  let stream: { tables: ReadonlySet<string>; close: () => void } | undefined;
  /** Position at which the first table was added that the open stream does not include. */
  let joinedAt: ChangePlace | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const notify = (table: string | undefined) => {
    const groups = table === undefined ? [...followers.values()] : [followers.get(table) ?? []];
    for (const listener of groups.flatMap((each) => [...each])) listener();
  };
  const close = () => {
    stream?.close();
    stream = undefined;
  };
  const updateStream = () => {
    const wanted = [...followers.keys()].sort();
    if (document.hidden || wanted.length === 0) return close();
    if (stream && wanted.every((table) => stream?.tables.has(table))) return;
    close();
    if (joinedAt) place.lastId = joinedAt.lastId;
    joinedAt = undefined;
    stream = { tables: new Set(wanted), close: open(wanted.join(','), place, notify) };
  };
  const updateSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(updateStream, document.hidden ? HIDDEN_MS : SETTLE_MS);
  };

  return {
    follow(table, onChange) {
      if (followers.size === 0) document.addEventListener('visibilitychange', updateSoon);
      const listeners = followers.get(table) ?? new Set();
      followers.set(table, listeners.add(onChange));
      if (stream && !stream.tables.has(table)) joinedAt ??= { ...place };
      updateSoon();
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) followers.delete(table);
        if (followers.size === 0) document.removeEventListener('visibilitychange', updateSoon);
        updateSoon();
      };
    },
  };
}
