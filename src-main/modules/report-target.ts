import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type KioskReport, kioskCommandsSchema } from '#contract/calls/kiosks.ts';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { KioskSettings } from '#contract/device/desktop.ts';
import { MAX_KIOSK_TROUBLES } from '#contract/rows/kiosks.ts';
import type { JsonFile } from './json-file.ts';

export type Trouble = KioskReport['troubles'][number]['kind'];
/** The part of a report that is the same for every server. */
export type KioskFacts = Omit<KioskReport, 'troubles' | 'settings'>;

interface Agreement {
  /** The kiosk's token for the server; without one it does not report. */
  readonly token: string;
  /** Settings last agreed with the server; any difference was made on this kiosk. Null before the first agreement. */
  readonly agreed: KioskSettings | null;
}

interface TargetOptions<A extends Agreement> {
  /** Origin of the server; undefined while it is not known. */
  origin: () => string | undefined;
  file: JsonFile<A>;
  /** Merges the settings at the first agreement; by default the server's apply unchanged. */
  begin?: (theirs: KioskSettings) => KioskSettings;
  settings: JsonFile<KioskSettings>;
  /** Called when new settings apply. */
  onSettings: () => void;
  /** Called after each report. `unknown`: the server does not know this kiosk. `failed`: no valid response. */
  onResult?: (result: 'accepted' | 'unknown' | 'failed') => void;
}

export type ReportTarget = ReturnType<typeof createReportTarget>;

const TIMEOUT_MS = 4_000;

/** Reports to one server and receives its commands. */
export function createReportTarget<A extends Agreement>(options: TargetOptions<A>) {
  const { origin, file, begin, settings, onSettings, onResult } = options;
  let troubles: { kind: Trouble; at: number }[] = [];
  let isRestartRequested = false;
  let isBusy = false;
  const secondsSince = (at: number) => Math.max(0, Math.round((performance.now() - at) / 1000));

  async function report(facts: KioskFacts): Promise<void> {
    const server = origin();
    const { token, agreed: known } = file.read();
    if (server === undefined || token === '') return;
    const sent = settings.read();
    const sentTroubles = [...troubles];
    const body: KioskReport = {
      ...facts,
      troubles: sentTroubles.map(({ kind, at }) => ({ kind, secondsAgo: secondsSince(at) })),
      settings: known === null || isDeepStrictEqual(sent, known) ? null : sent,
    };
    const answer = await fetch(server + API_PATHS.kioskReports, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      // The token must not be sent to a server that this one redirects to.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const read: unknown = await answer.json();
    // The kiosk may have left or joined another server meanwhile.
    if (file.read().token !== token) return;
    const commands = kioskCommandsSchema.safeParse(read);
    onResult?.(commands.success ? 'accepted' : isUnauthorized(read) ? 'unknown' : 'failed');
    // An invalid response changes nothing: the last valid settings stay.
    if (!commands.success) return;
    troubles = troubles.filter((trouble) => !sentTroubles.includes(trouble));
    isRestartRequested = commands.data.restart;
    // Staff or another server changed the settings meanwhile: the next report sends them.
    if (settings.read() !== sent) return;
    const theirs = commands.data.settings;
    file.write({ ...file.read(), agreed: theirs });
    const next = known === null && begin ? begin(theirs) : theirs;
    if (isDeepStrictEqual(sent, next)) return;
    settings.write(next);
    onSettings();
  }

  return {
    recordTrouble(kind: Trouble) {
      troubles = [...troubles, { kind, at: performance.now() }].slice(-MAX_KIOSK_TROUBLES);
    },
    isRestartRequested: () => isRestartRequested,
    clearRestart() {
      isRestartRequested = false;
    },
    async report(facts: KioskFacts) {
      if (isBusy) return;
      isBusy = true;
      // No retry is needed: the next report follows soon.
      await report(facts).catch(() => onResult?.('failed'));
      isBusy = false;
    },
  };
}

/** A proxy in between may also respond with 401, so the body is checked. */
const isUnauthorized = (answer: unknown) =>
  z.object({ code: z.literal(HTTP_ERROR.unauthorized), message: z.string() }).safeParse(answer)
    .success;
