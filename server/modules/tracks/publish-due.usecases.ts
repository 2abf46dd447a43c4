import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { announce, isAnythingDue, logDone, switchOff, switchOn } from './publish-due.repository.ts';

/**
 * Does what was planned and whose time has come: tracks go on and off, notifications are published.
 * Answers how many rows were changed. Any number of servers may ask at the same moment: a row's plan
 * is emptied by the statement that carries it out, so each is carried out once.
 */
export async function publishDue({ clock, db }: Pick<ServerDeps, 'clock' | 'db'>): Promise<number> {
  const now = isoNow(clock);
  // Asked each second and nearly always answered with no, so it must not take the writers' lock.
  if (!(await isAnythingDue(db.kysely, now))) return 0;
  return db.transaction(async (trx) => {
    const on = await switchOn(trx, now);
    const off = await switchOff(trx, now);
    const announced = await announce(trx, now);
    const table = 'audio_content';
    const done = [
      ...on.map(({ id, title }) => ({ table, id, after: { title, enabled: true } }) as const),
      ...off.map(({ id, title }) => ({ table, id, after: { title, enabled: false } }) as const),
      ...announced.map(
        ({ id, title }) =>
          ({ table: 'notifications', id, after: { title, announced_at: now } }) as const,
      ),
    ];
    await logDone(trx, done);
    return done.length;
  });
}
