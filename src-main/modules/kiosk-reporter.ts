import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { KioskReport } from '#contract/calls/kiosks.ts';
import {
  DEFAULT_KIOSK_SETTINGS,
  type KioskSettings,
  kioskFileSchema,
} from '#contract/device/desktop.ts';
import type { JsonFile } from './json-file.ts';
import {
  createReportTarget,
  type KioskFacts,
  type ReportTarget,
  type Trouble,
} from './report-target.ts';

export const reportFileSchema = z.object({
  /** The kiosk's token; the server stores only its hash, the page never sees it. */
  token: z.string().default(''),
  /** Settings last agreed with the server. Any difference from them was made by staff on this kiosk. */
  agreed: kioskFileSchema.default(DEFAULT_KIOSK_SETTINGS),
});
type ReportFile = z.output<typeof reportFileSchema>;

interface ReporterOptions {
  version: string;
  file: JsonFile<ReportFile>;
  settings: JsonFile<KioskSettings>;
  /** Origin of the kiosk's own server; undefined until it is ready. */
  url: () => string | undefined;
  /** A main server, which also gets reports, and also sends settings and orders. */
  mainTarget?: ReportTarget;
  /** State of the window, read without the page. */
  look: () => { isSounding: boolean; isFirstScreen: boolean };
  /** Called when new settings apply. */
  onSettings: () => void;
  /** Called when idle and a restart was ordered: restarts server and window. */
  restart: () => void;
  log: (line: string) => void;
}

/** Short, so that an admin's order reaches the kiosk within seconds. */
const REPORT_EVERY_MS = 5_000;

/** Generates a kiosk's token for one server. */
export const createKioskToken = () => `ksk_${randomBytes(32).toString('base64url')}`;

/** Reports the kiosk's status to its servers, without personal data, and executes their orders. */
export function createKioskReporter(options: ReporterOptions) {
  const { version, file, settings, url, mainTarget, look, restart, log } = options;
  const token = file.read().token || createKioskToken();
  if (file.read().token !== token) file.write({ ...file.read(), token });
  /** Monotonic times, because the wall clock may jump. */
  let startedAt = performance.now();
  let inputAt: number | undefined;
  let soundAt: number | undefined;
  /** When the idle time began; undefined while in use. */
  let idleSince: number | undefined = startedAt;
  const ownTarget = createReportTarget({
    origin: url,
    file,
    settings,
    onSettings: options.onSettings,
  });
  // Separate reports, so that an outage of one server does not affect the other.
  const targets = mainTarget ? [ownTarget, mainTarget] : [ownTarget];

  const secondsSince = (at: number) => Math.max(0, Math.round((performance.now() - at) / 1000));
  const dueAt = () =>
    targets.some((target) => target.isRestartRequested()) && idleSince !== undefined
      ? idleSince + settings.read().idleSeconds * 1000
      : undefined;

  function observeWindow(): KioskReport['state'] {
    const { isSounding, isFirstScreen } = look();
    if (isSounding) soundAt = performance.now();
    if (isSounding || !isFirstScreen) idleSince = undefined;
    else idleSince ??= performance.now();
    return isSounding ? 'playing' : isFirstScreen ? 'attract' : 'quiet';
  }

  function factsOf(state: KioskReport['state']): KioskFacts {
    const due = dueAt();
    return {
      version,
      uptimeSeconds: secondsSince(startedAt),
      state,
      inputSecondsAgo: inputAt === undefined ? null : secondsSince(inputAt),
      soundSecondsAgo: soundAt === undefined ? null : secondsSince(soundAt),
      restartInSeconds:
        due === undefined ? null : Math.max(0, Math.round((due - performance.now()) / 1000)),
    };
  }

  function reportNow(): void {
    const state = observeWindow();
    const due = dueAt();
    if (due !== undefined && performance.now() >= due) {
      for (const target of targets) target.clearRestart();
      // The servers see from the reset uptime that the order is done, even if the program itself does not restart.
      startedAt = performance.now();
      log('restarting, as requested by a server');
      restart();
      return;
    }
    const facts = factsOf(state);
    for (const target of targets) void target.report(facts);
  }

  return {
    /** For the server's environment. */
    tokenHash: createHash('sha256').update(token).digest('hex'),
    noteInput() {
      inputAt = performance.now();
      if (idleSince !== undefined) idleSince = inputAt;
    },
    recordTrouble(kind: Trouble) {
      for (const target of targets) target.recordTrouble(kind);
    },
    start: () => void setInterval(reportNow, REPORT_EVERY_MS),
  };
}
