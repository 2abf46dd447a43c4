import type { KioskCommands, KioskReport } from '#contract/calls/kiosks.ts';
import {
  DEFAULT_KIOSK_SETTINGS,
  type KioskSettings,
  kioskFileSchema,
} from '#contract/device/desktop.ts';
import {
  KIOSK_DEFAULTS_KEY,
  KIOSK_REPORT_SECONDS,
  MAX_KIOSK_TROUBLES,
} from '#contract/rows/kiosks.ts';
import { toJson } from '#db/codecs.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { hashSecret, hashShortCode, isSameSecret } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { findStoredState } from '#server/core/stored-state.repository.ts';
import {
  deleteKiosk,
  findKiosk,
  insertKiosk,
  type KioskRow,
  redeemEnrolmentCode,
  updateKiosk,
} from './kiosks.repository.ts';

type Deps = Pick<ServerDeps, 'clock' | 'config' | 'db'>;

/** Start times that differ by less are the same: reports have whole seconds and arrive with delay. */
const SAME_START_MS = 5_000;
/** Lifetime of an enrolment code. */
export const CODE_MINUTES = 60;

/**
 * Stores the state of a kiosk and returns its settings and whether to restart; undefined for an unknown token. A report
 * without changes is stored only twice a minute.
 */
export async function receiveReport(
  deps: Deps,
  token: string,
  report: KioskReport,
): Promise<KioskCommands | undefined> {
  const { clock, db } = deps;
  const kiosk = await findOrCreateKiosk(deps, token, report);
  if (!kiosk) return undefined;
  const changes = changesOf(kiosk, report, clock.now());
  const settings = report.settings ?? readSettings(kiosk);
  if (changes) {
    const isKnown = await db.transaction(async (trx) => {
      if (!(await updateKiosk(trx, kiosk.id, changes))) return false;
      if (report.settings) {
        await recordInAuditLog(trx, {
          actor: 'kiosk',
          action: 'update',
          on: 'kiosks',
          which: String(kiosk.id),
          before: { settings: kiosk.settings },
          after: { settings },
          now: isoNow(clock),
        });
      }
      return true;
    });
    if (!isKnown) return undefined;
  }
  return {
    settings,
    restart: kiosk.restart_asked_at !== null && changes?.restart_asked_at !== null,
  };
}

/** Purpose in the hash of an enrolment code, which no other kind of code shares. */
export const ENROLMENT = 'kiosk-enrolment';

/** Enrols a kiosk with an admin's code; false if the code is invalid or expired. */
export async function enrolKiosk(
  { clock, db, config }: Deps,
  { code, token }: { code: string; token: string },
): Promise<boolean> {
  return redeemEnrolmentCode(db.kysely, {
    codeHash: hashShortCode(config.JWT_SECRET, ENROLMENT, code),
    tokenHash: hashSecret(token),
    notBefore: new Date(clock.now() - CODE_MINUTES * 60_000).toISOString(),
  });
}

/**
 * Ends the enrolment, when staff at the kiosk request it; false for an unknown token. The server's own kiosk has no
 * stored token, so it cannot leave.
 */
export function leaveKiosk(deps: Deps, token: string): Promise<boolean> {
  return deleteAndRecord(deps, { token_hash: hashSecret(token) }, 'kiosk');
}

/** Deletes a kiosk and records that in the audit log; false if there is no such kiosk. */
export function deleteAndRecord(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: Parameters<typeof findKiosk>[1],
  actor: 'kiosk' | 'service_role',
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const kiosk = await findKiosk(trx, by);
    if (!kiosk || !(await deleteKiosk(trx, kiosk.id))) return false;
    await recordInAuditLog(trx, {
      actor,
      action: 'delete',
      on: 'kiosks',
      which: String(kiosk.id),
      before: { settings: readSettings(kiosk) },
      now: isoNow(clock),
    });
    return true;
  });
}

/** Settings of a new kiosk. */
export async function readKioskDefaults(db: ServerDeps['db']): Promise<KioskSettings> {
  return readSettings({ settings: await findStoredState(db.kysely, KIOSK_DEFAULTS_KEY) });
}

/** Settings of an older version may lack fields; the schema adds their defaults. */
export function readSettings({ settings }: { readonly settings: unknown }): KioskSettings {
  return kioskFileSchema.safeParse(settings).data ?? DEFAULT_KIOSK_SETTINGS;
}

/**
 * Finds the kiosk of a token. The kiosk on the server's machine has the token that its shell passed to the server, and
 * is created by its first report. Other kiosks have to enrol.
 */
async function findOrCreateKiosk(
  { config, db }: Deps,
  token: string,
  report: KioskReport,
): Promise<KioskRow | undefined> {
  const tokenHash = hashSecret(token);
  if (!isSameSecret(tokenHash, config.KIOSK_TOKEN_HASH ?? ''))
    return findKiosk(db.kysely, { token_hash: tokenHash });
  const own = await findKiosk(db.kysely, { is_own: true });
  if (own) return own;
  const settings = report.settings ?? (await readKioskDefaults(db));
  return insertKiosk(db.kysely, { is_own: true, settings: toJson(settings) });
}

function changesOf(kiosk: KioskRow, report: KioskReport, now: number) {
  const ago = (seconds: number | null) =>
    seconds === null ? null : new Date(now - seconds * 1000).toISOString();
  const startedAt = now - report.uptimeSeconds * 1000;
  const isSameStart = Math.abs(startedAt - timeOf(kiosk.started_at)) < SAME_START_MS;
  const hasRestarted = timeOf(kiosk.restart_asked_at) < startedAt;
  const isRestartPending = kiosk.restart_asked_at !== null && !hasRestarted;
  const hasRestartTime = isRestartPending && report.restartInSeconds !== null;
  const hasChanged =
    !isSameStart ||
    report.state !== kiosk.state ||
    report.version !== kiosk.version ||
    report.settings !== null ||
    report.troubles.length > 0 ||
    isRestartPending !== (kiosk.restart_asked_at !== null) ||
    hasRestartTime !== (kiosk.restart_due_at !== null);
  // Tolerates one second, because kiosks do not report exactly on time.
  const isWriteDue = now - timeOf(kiosk.last_seen_at) >= (KIOSK_REPORT_SECONDS - 1) * 1000;
  if (!hasChanged && !isWriteDue) return undefined;
  const troubles = [
    ...kiosk.troubles,
    ...report.troubles.map(({ kind, secondsAgo }) => ({ kind, at: ago(secondsAgo) })),
  ].slice(-MAX_KIOSK_TROUBLES);
  return {
    version: report.version,
    state: report.state,
    last_seen_at: new Date(now).toISOString(),
    started_at: isSameStart ? kiosk.started_at : new Date(startedAt).toISOString(),
    last_input_at: ago(report.inputSecondsAgo),
    last_sound_at: ago(report.soundSecondsAgo),
    troubles: toJson(troubles),
    // Only a restart clears the request: an admin may be requesting or cancelling a restart at this moment.
    ...(kiosk.restart_asked_at !== null && hasRestarted ? { restart_asked_at: null } : {}),
    restart_due_at: hasRestartTime ? ago(-Number(report.restartInSeconds)) : null,
    ...(report.settings ? { settings: toJson(report.settings) } : {}),
  };
}

/** Null counts as 0, which is before every time. */
const timeOf = (timestamp: string | null): number => (timestamp ? Date.parse(timestamp) : 0);
