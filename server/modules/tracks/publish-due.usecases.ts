import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { findLeap } from '#server/core/clock-doubt.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { announce, isAnythingDue, switchOff, switchOn } from './publish-due.repository.ts';

/**
 * Does what was planned and whose time has come: tracks go on and off, notifications are published.
 * Answers how many rows were changed. Any number of servers may ask at the same moment: a row's plan
 * is emptied by the statement that carries it out, so each is carried out once.
 */
export async function publishDue({ clock, db }: Pick<ServerDeps, 'clock' | 'db'>): Promise<number> {
  const now = isoNow(clock);
  // Asked each second and nearly always answered with no, so it must not take the writers' lock.
  if (!(await isAnythingDue(db.kysely, now))) return 0;
  // A plan is emptied by carrying it out: it could not be taken back when the clock is.
  if ((await findLeap({ clock, db })) > 0) return 0;
  return db.transaction(async (trx) => {
    const on = await switchOn(trx, now);
    const off = await switchOff(trx, now);
    const announced = await announce(trx, now);
    const entryFor = (on: 'audio_content' | 'notifications', id: number, after: object) =>
      ({ actor: 'schedule', action: 'update', on, which: String(id), after, now }) as const;
    const done = [
      ...on.map(({ id, title }) => entryFor('audio_content', id, { title, enabled: true })),
      ...off.map(({ id, title }) => entryFor('audio_content', id, { title, enabled: false })),
      ...announced.map(({ id, title }) =>
        entryFor('notifications', id, { title, announced_at: now }),
      ),
    ];
    await recordInAuditLog(trx, ...done);
    return done.length;
  });
}
