import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { toast } from '#renderer/components/messages/toast.ts';
import {
  isSounding,
  isWaiting,
  playbackAtom,
  playbackTimeAtom,
  usePlayer,
} from '#renderer/data/playback.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { useUser } from '#renderer/lib/session.ts';
import { watchOtherDevice } from './other-device.ts';
import { toolsAtom } from './player.atoms.ts';
import type { SavedPositions, SentPosition } from './saved-positions.ts';

const TABLE = 'playback_positions';
/** With this delay, dragging a slider sends only one row. */
const DEBOUNCE_MS = 600;
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
  const otherDevice = useMemo(
    () =>
      watchOtherDevice(() => {
        const { status } = store.get(playbackAtom);
        if (isSounding(status) && !isInLabour()) toast.info(PLAYING_ELSEWHERE);
      }),
    [store],
  );

  /** Settles when the server has answered the latest start of playback. */
  const starting = useRef(Promise.resolve());
  const send = useCallback(
    async (id: number, position: number) => {
      await starting.current;
      if (position === 0) {
        await deletePosition(userId, id);
        positions.markRemoved(id);
        return;
      }
      const { track, status } = store.get(playbackAtom);
      const isPlaying = track?.id === id && isSounding(status) && !isInLabour();
      const at = await otherDevice.trackSend(sendPosition(userId, { id, position, isPlaying }));
      positions.markSent(id, at);
    },
    [otherDevice, positions, store, userId],
  );
  useEffect(() => sendUserActions(positions, send), [positions, send]);

  const isLoaded = data !== undefined;
  useEffect(() => {
    // Sends nothing until the server's positions are loaded: this device's may be outdated.
    if (!isLoaded) return;
    return onUserStart(store, (id, position) => {
      starting.current = otherDevice
        .trackSend(sendPosition(userId, { id, position, isPlaying: true }))
        .then(
          (at) => positions.markStarted(id, at),
          () => {},
        );
    });
  }, [isLoaded, otherDevice, positions, store, userId]);

  const merge = useEffectEvent((data: SentPosition[]) => {
    otherDevice.checkRows(data);
    const { track, status } = store.get(playbackAtom);
    const changed = positions.mergeSent(data, track?.id);
    // A track that is paused here moves to the position from the other device.
    const here = changed.find(({ id }) => id === track?.id);
    if (track && here && status === 'paused') player.seek(track, here.position, 'player');
    for (const { id, position, isSent } of positions.all()) {
      if (!isSent) void send(id, position).catch(() => {});
    }
  });
  useEffect(() => {
    if (!data) return;
    let isOutdated = false;
    // Waits for the pending start: until it is answered, its row looks like one of another device.
    void starting.current.then(() => isOutdated || merge(data));
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

/** Calls the listener when the user starts playback; not on automatic advance or recovery. */
function onUserStart(
  store: ReturnType<typeof useStore>,
  listener: (id: number, position: number) => void,
): () => void {
  let wasSounding = isSounding(store.get(playbackAtom).status);
  return store.sub(playbackAtom, () => {
    const { track, status } = store.get(playbackAtom);
    if (isWaiting(status)) return;
    const hasBegun = status === 'playing' && !wasSounding;
    wasSounding = status === 'playing';
    if (hasBegun && track && !isInLabour()) {
      listener(track.id, store.get(playbackTimeAtom).position);
    }
  });
}

/** Sends the user's actions. Failed requests are repeated after the next fetch. */
function sendUserActions(
  positions: SavedPositions,
  send: (id: number, position: number) => Promise<void>,
): () => void {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const unsubscribe = positions.onUserAction((id, position) => {
    clearTimeout(timers.get(id));
    const timer = setTimeout(() => {
      timers.delete(id);
      void send(id, position).catch(() => {});
    }, DEBOUNCE_MS);
    timers.set(id, timer);
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
