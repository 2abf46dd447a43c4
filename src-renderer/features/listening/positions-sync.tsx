import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import { playbackAtom, usePlayer } from '#renderer/data/playback.ts';
import { backend } from '#renderer/lib/backend.ts';
import { useUser } from '#renderer/lib/session.ts';
import { useChangeEvents } from '#renderer/lib/use-change-events.ts';
import type { KeptPositions, SentPosition } from './kept-positions.ts';
import { positionsAtom } from './player.atoms.ts';

const TABLE = 'playback_positions';
/** One row for a slider that is dragged, and not one for each of its steps. */
const SETTLE_MS = 600;

/** Her places on all her devices, while somebody is signed in. */
export function PositionsSync() {
  const user = useUser();
  const positions = useAtomValue(positionsAtom);
  return user && positions ? <Sync userId={user.id} positions={positions} /> : null;
}

function Sync({ userId, positions }: { userId: string; positions: KeptPositions }) {
  const { data } = useQuery(sentPositionsQuery(userId));
  const store = useStore();
  const player = usePlayer();
  useChangeEvents(TABLE, [TABLE]);
  useEffect(() => sendActs(userId, positions), [userId, positions]);

  useEffect(() => {
    if (!data) return;
    const { track, status } = store.get(playbackAtom);
    const changed = positions.adopt(data, track?.id);
    // What lies paused here goes on where she has got to on another device.
    const here = changed.find(({ id }) => id === track?.id);
    if (track && here && status === 'paused') player.seek(track, here.position, 'player');
    for (const { id, position, isSent } of positions.list()) {
      if (!isSent) void send(userId, positions, id, position).catch(() => {});
    }
  }, [data, userId, positions, store, player]);
  return null;
}

function sentPositionsQuery(userId: string) {
  return queryOptions({
    queryKey: [TABLE, userId],
    queryFn: async ({ signal }): Promise<SentPosition[]> => {
      const { data } = await backend()
        .tables.from(TABLE)
        .select('content_id, position_seconds, updated_at')
        .eq('user_id', userId)
        .abortSignal(signal)
        .throwOnError();
      return data.map(({ content_id, position_seconds, updated_at }) => ({
        id: content_id,
        position: position_seconds,
        at: Date.parse(updated_at),
      }));
    },
  });
}

/** Sends what she does from now on; what fails is sent with the next look at the server. */
function sendActs(userId: string, positions: KeptPositions): () => void {
  const waiting = new Map<number, ReturnType<typeof setTimeout>>();
  const leave = positions.onAct((id, position) => {
    clearTimeout(waiting.get(id));
    const timer = setTimeout(() => {
      waiting.delete(id);
      const sent = position === null ? forget(userId, id) : send(userId, positions, id, position);
      void sent.catch(() => {});
    }, SETTLE_MS);
    waiting.set(id, timer);
  });
  return () => {
    leave();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}

async function send(userId: string, positions: KeptPositions, id: number, position: number) {
  const { data } = await backend()
    .tables.from(TABLE)
    .upsert({ user_id: userId, content_id: id, position_seconds: position })
    .select('updated_at')
    .single()
    .throwOnError();
  positions.markSent(id, Date.parse(data.updated_at));
}

async function forget(userId: string, id: number) {
  await backend()
    .tables.from(TABLE)
    .delete()
    .eq('user_id', userId)
    .eq('content_id', id)
    .throwOnError();
}
