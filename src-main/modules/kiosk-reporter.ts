import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { KioskReport } from '#contract/calls/kiosks.ts';
import {
  DEFAULT_KIOSK_SETTINGS,
  type KioskSettings,
  kioskFileSchema,
} from '#contract/device/desktop.ts';
import type { JsonFile } from './json-file.ts';
import { createReportLine, type KioskFacts, type ReportLine } from './report-line.ts';

export const reportFileSchema = z.object({
  /** The kiosk's token; the server stores only its hash, the page never sees it. */
  token: z.string().default(''),
  /** Settings last agreed with the server; differences were made here by staff. */
  agreed: kioskFileSchema.default(DEFAULT_KIOSK_SETTINGS),
});
type ReportFile = z.output<typeof reportFileSchema>;

interface ReporterOptions {
  version: string;
  file: JsonFile<ReportFile>;
  settings: JsonFile<KioskSettings>;
  /** The own server's origin; undefined until it is ready. */
  url: () => string | undefined;
  /** Reports to a main server too, which sends settings and orders as well. */
  mainLine?: ReportLine;
  fetch: typeof fetch;
  /** State of the window, read without the page. */
  look: () => { isSounding: boolean; isFirstScreen: boolean };
  /** Called when new settings apply. */
  onSettings: () => void;
  /** Called when idle and a restart was ordered: restarts server and window. */
  restart: () => void;
  /** Monotonic milliseconds; the wall clock may jump. */
  now: () => number;
  log: (line: string) => void;
}

export interface KioskReporter {
  /** For the server's environment. */
  readonly tokenHash: string;
  noteInput(): void;
  noteTrouble(kind: KioskReport['troubles'][number]['kind']): void;
  /** Returns the function that stops it. */
  start(): () => void;
}

/** Short, so that an admin's order reaches the kiosk within seconds. */
const EVERY_MS = 5_000;

/** Generates a kiosk's token for one server. */
export const drawKioskToken = () => `ksk_${randomBytes(32).toString('base64url')}`;

/** Reports the kiosk's status to its servers, without personal data, and executes their orders. */
export function createKioskReporter(options: ReporterOptions): KioskReporter {
  const { version, file, settings, url, mainLine, look, restart, now, log } = options;
  const token = file.read().token || drawKioskToken();
  if (file.read().token !== token) file.write({ ...file.read(), token });
  let startedAt = now();
  let inputAt: number | undefined;
  let soundAt: number | undefined;
  /** When the idle time began; undefined while in use. */
  let quietSince: number | undefined = startedAt;
  const ownLine = createReportLine({
    find() {
      const origin = url();
      return origin === undefined ? undefined : { origin, token };
    },
    agreed: {
      read: () => file.read().agreed,
      write: (agreed) => void file.write({ token, agreed }),
    },
    settings,
    fetch: options.fetch,
    onSettings: options.onSettings,
    now,
    log: options.log,
  });
  // Separate reports, so that an outage of one server does not affect the other.
  const lines = mainLine ? [ownLine, mainLine] : [ownLine];

  const secondsSince = (at: number) => Math.max(0, Math.round((now() - at) / 1000));
  const dueAt = () =>
    lines.some((line) => line.isRestartAsked()) && quietSince !== undefined
      ? quietSince + settings.read().idleSeconds * 1000
      : undefined;

  function watch(): KioskReport['state'] {
    const { isSounding, isFirstScreen } = look();
    if (isSounding) soundAt = now();
    if (isSounding || !isFirstScreen) quietSince = undefined;
    else quietSince ??= now();
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
      restartInSeconds: due === undefined ? null : Math.max(0, Math.round((due - now()) / 1000)),
    };
  }

  function beat(): void {
    const state = watch();
    const due = dueAt();
    if (due !== undefined && now() >= due) {
      for (const line of lines) line.forgetRestart();
      // If the program itself does not restart, this tells the servers that the order is done.
      startedAt = now();
      log('starting again, as was wished');
      restart();
      return;
    }
    const facts = factsOf(state);
    for (const line of lines) void line.report(facts);
  }

  return {
    tokenHash: createHash('sha256').update(token).digest('hex'),
    noteInput() {
      inputAt = now();
      if (quietSince !== undefined) quietSince = inputAt;
    },
    noteTrouble(kind) {
      for (const line of lines) line.noteTrouble(kind);
    },
    start() {
      const timer = setInterval(beat, EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
