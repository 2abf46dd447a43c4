import type { ChangePlace } from './change-events.ts';

/** Starts a stream for these tables, joined by commas; the returned function ends it. */
export type OpenStream = (
  tables: string,
  place: ChangePlace,
  onChange: (table: string | undefined) => void,
) => () => void;

export interface SharedChanges {
  /** Calls back when a row of the table changed, until the returned function is called. */
  follow(table: string, onChange: () => void): () => void;
}

/** Screens come and go within one change of address; the stream waits for the last of them. */
const SETTLE_MS = 50;
/** A tab in the background gives its connection back: a browser has six for one server. */
const HIDDEN_MS = 5_000;

/**
 * One stream for everything a page follows. It is opened anew when a table joins, and goes on from
 * where the last one stood then, so that nothing of any table is lost in between.
 */
export function createSharedChanges(open: OpenStream): SharedChanges {
  const followers = new Map<string, Set<() => void>>();
  const place: ChangePlace = { lastId: undefined };
  let stream: { tables: ReadonlySet<string>; close: () => void } | undefined;
  /** Where the stream stood when a table joined, of which it carries nothing yet. */
  let joinedAt: ChangePlace | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (table: string | undefined) => {
    const told = table === undefined ? [...followers.values()] : [followers.get(table) ?? []];
    for (const listener of told.flatMap((each) => [...each])) listener();
  };
  const close = () => {
    stream?.close();
    stream = undefined;
  };
  const settle = () => {
    const wanted = [...followers.keys()].sort();
    if (document.hidden || wanted.length === 0) return close();
    if (stream && wanted.every((table) => stream?.tables.has(table))) return;
    close();
    if (joinedAt) place.lastId = joinedAt.lastId;
    joinedAt = undefined;
    stream = { tables: new Set(wanted), close: open(wanted.join(','), place, tell) };
  };
  const settleSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(settle, document.hidden ? HIDDEN_MS : SETTLE_MS);
  };

  return {
    follow(table, onChange) {
      if (followers.size === 0) document.addEventListener('visibilitychange', settleSoon);
      const listeners = followers.get(table) ?? new Set();
      followers.set(table, listeners.add(onChange));
      if (stream && !stream.tables.has(table)) joinedAt ??= { ...place };
      settleSoon();
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) followers.delete(table);
        if (followers.size === 0) document.removeEventListener('visibilitychange', settleSoon);
        settleSoon();
      };
    },
  };
}
