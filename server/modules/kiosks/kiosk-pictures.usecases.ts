import type { ScreenPicture } from '#contract/calls/kiosks.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { answerPicture, askPicture, findPicture, findWish } from './kiosk-pictures.repository.ts';
import { findKiosk } from './kiosks.repository.ts';

type Deps = Pick<ServerDeps, 'clock' | 'db'>;

/** A kiosk asks every five seconds; one that has not answered by now is away, or older than pictures. */
const WISH_MS = 60_000;
/** Long enough to be looked at and told of; a screen of an hour ago says nothing of now. */
export const PICTURE_MS = 60 * 60_000;

/** The kiosk hears of it with its next report. One that was there before goes. False without such a kiosk. */
export async function askForPicture({ clock, db }: Deps, id: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    if (!(await findKiosk(trx, id))) return false;
    const now = isoNow(clock);
    await askPicture(trx, id, now);
    await recordInAuditLog(trx, {
      ...{ actor: 'service_role', action: 'update', on: 'kiosks', which: String(id) },
      after: { picture_asked_at: now },
      now,
    });
    return true;
  });
}

/** For the admin; undefined without such a kiosk. */
export async function readPicture(
  { clock, db }: Deps,
  id: number,
): Promise<ScreenPicture | undefined> {
  if (!(await findKiosk(db.kysely, id))) return undefined;
  const row = await findPicture(db.kysely, id, isoBefore(clock, PICTURE_MS));
  if (!row) return { state: 'none' };
  const { asked_at, answered_at, image } = row;
  if (answered_at === null) {
    const isFresh = Date.parse(asked_at) > clock.now() - WISH_MS;
    return { state: isFresh ? 'waiting' : 'unanswered', at: asked_at };
  }
  return image === null
    ? { state: 'in-use', at: answered_at }
    : { state: 'taken', at: answered_at, image };
}

export async function isPictureWanted({ clock, db }: Deps, id: number): Promise<boolean> {
  return (await findWish(db.kysely, id, isoBefore(clock, WISH_MS))) !== undefined;
}

/** Nobody asked for it, or it comes late: then it is not kept. */
export async function keepPicture(
  { clock, db }: Deps,
  id: number,
  image: string | null,
): Promise<void> {
  await answerPicture(db.kysely, {
    ...{ id, image, now: isoNow(clock) },
    askedAfter: isoBefore(clock, WISH_MS),
  });
}

const isoBefore = (clock: ServerDeps['clock'], ms: number) =>
  new Date(clock.now() - ms).toISOString();
