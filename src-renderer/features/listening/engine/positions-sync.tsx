import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useMemo } from 'react';
import { toast } from '#renderer/components/messages/toast.ts';
import {
  isSounding,
  isWaiting,
  playbackAtom,
  playbackTimeAtom,
  usePlayer,
} from '#renderer/data/playback.ts';
import { useChangeEvents } from '#renderer/lib/changes/use-change-events.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { useUser } from '#renderer/lib/session.ts';
import { watchOtherDevice } from './other-device.ts';
import { toolsAtom } from './player.atoms.ts';
import type { SavedPositions, SentPosition } from './saved-positions.ts';

const TABLE = 'playback_positions';
/** Debounce, so that dragging a slider sends one row. */
const SETTLE_MS = 600;
const ALSO_ELSEWHERE = 'Also playing on another of your devices.';

/** Labour mode shows no toasts and does not notify other devices. */
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
  const elsewhere = useMemo(
    () =>
      watchOtherDevice(() => {
        const { status } = store.get(playbackAtom);
        if (isSounding(status) && !isInLabour()) toast.info(ALSO_ELSEWHERE);
      }),
    [store],
  );
  useChangeEvents(TABLE, [TABLE]);

  const send = useCallback(
    async (id: number, position: number) => {
      const { track, status } = store.get(playbackAtom);
      const isPlaying = track?.id === id && isSounding(status) && !isInLabour();
      const at = await elsewhere.sending(sendPosition(userId, { id, position, isPlaying }));
      positions.markSent(id, at);
    },
    [elsewhere, positions, store, userId],
  );
  useEffect(
    () => sendActs(positions, { send, forget: (id) => forget(userId, id) }),
    [positions, send, userId],
  );

  const isKnown = data !== undefined;
  useEffect(() => {
    // Before the server's positions are loaded, this device could start at an outdated one.
    if (!isKnown) return;
    return onBeginning(store, (id, position) => {
      void elsewhere
        .sending(sendPosition(userId, { id, position, isPlaying: true }))
        .catch(() => {});
    });
  }, [isKnown, elsewhere, store, userId]);

  useEffect(() => {
    if (!data) return;
    elsewhere.look(data);
    const { track, status } = store.get(playbackAtom);
    const changed = positions.adopt(data, track?.id);
    // A track paused here continues at the position of another device.
    const here = changed.find(({ id }) => id === track?.id);
    if (track && here && status === 'paused') player.seek(track, here.position, 'player');
    for (const { id, position, isSent } of positions.list()) {
      if (!isSent) void send(id, position).catch(() => {});
    }
  }, [data, elsewhere, positions, send, store, player]);
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

/** Calls back when the user starts playback; not on automatic advance or recovery. */
function onBeginning(
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

interface Sender {
  send(id: number, position: number): Promise<void>;
  forget(id: number): Promise<void>;
}

/** Sends the user's actions from now on; failed ones are resent with the next fetch. */
function sendActs(positions: SavedPositions, { send, forget }: Sender): () => void {
  const waiting = new Map<number, ReturnType<typeof setTimeout>>();
  const leave = positions.onAct((id, position) => {
    clearTimeout(waiting.get(id));
    const timer = setTimeout(() => {
      waiting.delete(id);
      const sent = position === null ? forget(id) : send(id, position);
      void sent.catch(() => {});
    }, SETTLE_MS);
    waiting.set(id, timer);
  });
  return () => {
    leave();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}

interface Place {
  readonly id: number;
  readonly position: number;
  readonly isPlaying: boolean;
}

/** Resolves with the server's timestamp. */
async function sendPosition(userId: string, { id, position, isPlaying }: Place): Promise<number> {
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

async function forget(userId: string, id: number) {
  await backend()
    .tables.from(TABLE)
    .delete()
    .eq('user_id', userId)
    .eq('content_id', id)
    .throwOnError();
}
