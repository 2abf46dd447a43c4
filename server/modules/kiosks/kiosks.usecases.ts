import type { KioskSettings } from '#contract/device/desktop.ts';
import { KIOSK_DEFAULTS_KEY } from '#contract/rows/kiosks.ts';
import { toJson } from '#db/codecs.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { generateShortCode, hashShortCode } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { saveStoredState } from '#server/core/stored-state.repository.ts';
import {
  deleteAndRecord,
  ENROLMENT,
  readKioskDefaults,
  readSettings,
} from './kiosk-reports.usecases.ts';
import { findKiosk, insertKiosk, type KioskRow, updateKiosk } from './kiosks.repository.ts';

type Deps = Pick<ServerDeps, 'clock' | 'db'>;

const CODE_LENGTH = 8;

/** The kiosk gets the settings in the response to its next report. False if there is no such kiosk. */
export async function saveKioskSettings(
  deps: Deps,
  id: number,
  settings: KioskSettings,
): Promise<boolean> {
  return changeKiosk(deps, id, (kiosk) => ({
    changes: { settings: toJson(settings) },
    before: { settings: readSettings(kiosk) },
    after: { settings },
  }));
}

/** The kiosk restarts as soon as it is idle. Idempotent. */
export async function requestRestart(deps: Deps, id: number): Promise<boolean> {
  const now = isoNow(deps.clock);
  return changeKiosk(deps, id, ({ restart_asked_at }) => {
    const request = { restart_asked_at: restart_asked_at ?? now };
    return { changes: request, before: { restart_asked_at }, after: request };
  });
}

export async function cancelRestart(deps: Deps, id: number): Promise<boolean> {
  return changeKiosk(deps, id, ({ restart_asked_at }) => ({
    changes: { restart_asked_at: null, restart_due_at: null },
    before: { restart_asked_at },
    after: { restart_asked_at: null },
  }));
}

/** Adds a kiosk on another machine and returns its enrolment code, of which only a hash is stored. */
export async function addKiosk(
  { clock, db, config }: Deps & Pick<ServerDeps, 'config'>,
  name: string,
): Promise<{ id: number; code: string }> {
  const code = generateShortCode(CODE_LENGTH);
  const settings = { ...(await readKioskDefaults(db)), name };
  const now = isoNow(clock);
  return db.transaction(async (trx) => {
    const { id } = await insertKiosk(trx, {
      is_own: false,
      code_hash: hashShortCode(config.JWT_SECRET, ENROLMENT, code),
      settings: toJson(settings),
      created_at: now,
    });
    await recordInAuditLog(trx, {
      ...byAdmin('insert', id),
      after: { settings },
      now,
    });
    return { id, code };
  });
}

/** Invalidates the kiosk's token. The kiosk on the server's machine reappears with its next report. */
export function removeKiosk(deps: Deps, id: number): Promise<boolean> {
  return deleteAndRecord(deps, { id }, 'service_role');
}

export async function saveKioskDefaults({ clock, db }: Deps, after: KioskSettings): Promise<void> {
  const before = await readKioskDefaults(db);
  const now = isoNow(clock);
  await db.transaction(async (trx) => {
    await saveStoredState(trx, KIOSK_DEFAULTS_KEY, after, now);
    await recordInAuditLog(trx, {
      actor: 'service_role',
      action: 'update',
      on: 'settings',
      which: KIOSK_DEFAULTS_KEY,
      before,
      after,
      now,
    });
  });
}

async function changeKiosk(
  { clock, db }: Deps,
  id: number,
  change: (kiosk: KioskRow) => {
    changes: Parameters<typeof updateKiosk>[2];
    before: object;
    after: object;
  },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const kiosk = await findKiosk(trx, { id });
    if (!kiosk) return false;
    const { changes, before, after } = change(kiosk);
    if (!(await updateKiosk(trx, id, changes))) return false;
    await recordInAuditLog(trx, { ...byAdmin('update', id), before, after, now: isoNow(clock) });
    return true;
  });
}

const byAdmin = (action: 'insert' | 'update', id: number) =>
  ({ actor: 'service_role', action, on: 'kiosks', which: String(id) }) as const;
