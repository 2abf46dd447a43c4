import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '#renderer/components/messages/toast.ts';
import { isSounding, playbackAtom, usePlayer } from '#renderer/data/playback.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { useUser } from '#renderer/lib/session.ts';
import { toolsAtom } from './player.atoms.ts';
import type { SavedPositions, SentPosition } from './saved-positions.ts';

const TABLE = 'playback_positions';
/** With this delay, dragging a slider sends only one row. */
const DEBOUNCE_MS = 100;
const PLAYING_ELSEWHERE = 'Also playing on another of your devices.';

/** Labour mode shows no toasts, and its playback is not reported to other devices. */
const isInLabour = () => window.location.pathname === '/labour';

/** Syncs positions across the devices of a signed-in user. */
export function PositionsSync() {
  const user = useUser();
  const positions = useAtomValue(toolsAtom)?.positions;
  return user && positions ? <Sync userId={user.id} positions={positions} /> : null;
}

function Sync({ userId, positions }: { userId: string; positions: SavedPositions }) {
  const { data } = useQuery(sentPositionsQuery(userId));
  const store = useStore();
  const player = usePlayer();
  /** The server's time of the newest row that this device knows; undefined before the first fetch. */
  const newestAt = useRef<number>(undefined);
  /** Settles when the server has answered all actions so far. The last one must arrive last. */
  const sending = useRef(Promise.resolve());
  const send = useCallback(
    (id: number, position: number) => {
      const { track, status } = store.get(playbackAtom);
      const isPlaying = track?.id === id && isSounding(status) && !isInLabour();
      const sendNow = async () => {
        if (position === 0 && !isPlaying) {
          await deletePosition(userId, id);
          positions.markRemoved(id);
          return;
        }
        const at = await sendPosition(userId, { id, position, isPlaying });
        if (newestAt.current !== undefined) newestAt.current = Math.max(newestAt.current, at);
        positions.markSent(id, at);
      };
      // Failed requests are repeated after the next fetch.
      sending.current = sending.current.then(sendNow).catch(() => {});
    },
    [positions, store, userId],
  );
  useEffect(() => sendUserActions(positions, send), [positions, send]);

  const merge = useEffectEvent((data: SentPosition[]) => {
    const { track, status } = store.get(playbackAtom);
    const since = newestAt.current ?? Number.POSITIVE_INFINITY;
    const isPlayingElsewhere = data.some(({ at, isPlaying }) => isPlaying && at > since);
    newestAt.current = Math.max(newestAt.current ?? 0, ...data.map(({ at }) => at));
    if (isPlayingElsewhere && isSounding(status) && !isInLabour()) toast.info(PLAYING_ELSEWHERE);
    const changed = positions.mergeSent(data, track?.id);
    // A track that is paused here moves to the position from the other device.
    const here = changed.find(({ id }) => id === track?.id);
    if (track && here && status === 'paused') player.seek(track, here.position, 'player');
    for (const { id, position, isSent } of positions.all()) if (!isSent) send(id, position);
  });
  useEffect(() => {
    if (!data) return;
    let isOutdated = false;
    // Until an action is answered, its row looks like one of another device.
    void sending.current.then(() => isOutdated || merge(data));
    return () => {
      isOutdated = true;
    };
  }, [data]);
  return null;
}

function sentPositionsQuery(userId: string) {
  return queryOptions({
    queryKey: [TABLE, userId],
    queryFn: async ({ signal }): Promise<SentPosition[]> => {
      const { data } = await backend()
        .tables.from(TABLE)
        .select('content_id, position_seconds, is_playing, updated_at')
        .eq('user_id', userId)
        .abortSignal(signal)
        .throwOnError();
      return data.map((row) => ({
        id: row.content_id,
        position: row.position_seconds,
        at: Date.parse(row.updated_at),
        isPlaying: row.is_playing,
      }));
    },
  });
}

/** Sends the latest action on each track; returns a function that stops it. */
function sendUserActions(
  positions: SavedPositions,
  send: (id: number, position: number) => void,
): () => void {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const unsubscribe = positions.onUserAction((id, position) => {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => send(id, position), DEBOUNCE_MS),
    );
  });
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** Resolves with the server's timestamp. */
async function sendPosition(
  userId: string,
  { id, position, isPlaying = false }: Omit<SentPosition, 'at'>,
): Promise<number> {
  const { data } = await backend()
    .tables.from(TABLE)
    .upsert({
      user_id: userId,
      content_id: id,
      position_seconds: position,
      is_playing: isPlaying,
    })
    .select('updated_at')
    .single()
    .throwOnError();
  return Date.parse(data.updated_at);
}

async function deletePosition(userId: string, id: number) {
  await backend()
    .tables.from(TABLE)
    .delete()
    .eq('user_id', userId)
    .eq('content_id', id)
    .throwOnError();
}
