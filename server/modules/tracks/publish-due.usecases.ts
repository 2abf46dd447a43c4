import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { announceDue, disableDue, enableDue, isAnythingDue } from './publish-due.repository.ts';

/**
 * Applies due schedules: enables and disables tracks and publishes notifications. Returns the number of changed
 * rows. Safe to run concurrently, because the statement that applies a schedule also clears it.
 */
export async function publishDue({ clock, db }: Pick<ServerDeps, 'clock' | 'db'>): Promise<number> {
  const now = isoNow(clock);
  // Runs every second and rarely finds anything, so it must not take SQLite's write lock.
  if (!(await isAnythingDue(db.kysely, now))) return 0;
  return db.transaction(async (trx) => {
    const on = await enableDue(trx, now);
    const off = await disableDue(trx, now);
    const announced = await announceDue(trx, now);
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
