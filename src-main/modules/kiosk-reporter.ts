import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type KioskReport, kioskOrdersSchema } from '#contract/calls/kiosks.ts';
import {
  DEFAULT_KIOSK_SETTINGS,
  type KioskSettings,
  kioskFileSchema,
} from '#contract/device/desktop.ts';
import { MAX_KIOSK_TROUBLES } from '#contract/rows/kiosks.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { KeptFile } from './kept-file.ts';

export const reportFileSchema = z.object({
  /** The kiosk's own secret; the server knows only its hash, the page nothing of it. */
  token: z.string().default(''),
  /** What kiosk and server last agreed on; whatever differs from it was changed here by staff. */
  agreed: kioskFileSchema.default(DEFAULT_KIOSK_SETTINGS),
});
type ReportFile = z.output<typeof reportFileSchema>;
type Trouble = KioskReport['troubles'][number]['kind'];

interface ReporterOptions {
  version: string;
  file: KeptFile<ReportFile>;
  settings: KeptFile<KioskSettings>;
  /** The server's origin; undefined until it is ready. */
  url: () => string | undefined;
  fetch: typeof fetch;
  /** What the window can tell by itself; the page is not asked. */
  look: () => { isSounding: boolean; isFirstScreen: boolean };
  /** New settings hold from now on. */
  onSettings: () => void;
  /** Nobody is there and somebody wished for it: server and window start again. */
  restart: () => void;
  /** Milliseconds that only ever grow; the wall clock may jump. */
  now: () => number;
  log: (line: string) => void;
}

export interface KioskReporter {
  /** For the server's environment. */
  readonly tokenHash: string;
  noteInput(): void;
  noteTrouble(kind: Trouble): void;
  /** Returns the way to stop. */
  start(): () => void;
}

/** So that a wish of the admin reaches the kiosk within seconds. */
const EVERY_MS = 5_000;
const PATIENCE_MS = 4_000;

/** Tells the server how this kiosk is, without anything of a person, and does what the answer asks for. */
export function createKioskReporter(options: ReporterOptions): KioskReporter {
  const { version, file, settings, url, look, onSettings, restart, now, log } = options;
  const token = file.read().token || `ksk_${randomBytes(32).toString('base64url')}`;
  if (file.read().token !== token) file.write({ ...file.read(), token });
  const startedAt = now();
  let inputAt: number | undefined;
  let soundAt: number | undefined;
  /** Since when nobody is there; undefined while somebody is. */
  let quietSince: number | undefined = startedAt;
  let troubles: { kind: Trouble; at: number }[] = [];
  let isRestartAsked = false;
  let isBusy = false;

  const secondsSince = (at: number) => Math.max(0, Math.round((now() - at) / 1000));
  const dueAt = () =>
    isRestartAsked && quietSince !== undefined
      ? quietSince + settings.read().idleSeconds * 1000
      : undefined;

  function watch(): KioskReport['state'] {
    const { isSounding, isFirstScreen } = look();
    if (isSounding) soundAt = now();
    if (isSounding || !isFirstScreen) quietSince = undefined;
    else quietSince ??= now();
    return isSounding ? 'playing' : isFirstScreen ? 'attract' : 'quiet';
  }

  async function report(state: KioskReport['state']): Promise<void> {
    const origin = url();
    if (!origin) return;
    const sent = settings.read();
    const told = [...troubles];
    const due = dueAt();
    const body: KioskReport = {
      version,
      uptimeSeconds: secondsSince(startedAt),
      state,
      inputSecondsAgo: inputAt === undefined ? null : secondsSince(inputAt),
      soundSecondsAgo: soundAt === undefined ? null : secondsSince(soundAt),
      restartInSeconds: due === undefined ? null : Math.max(0, Math.round((due - now()) / 1000)),
      troubles: told.map(({ kind, at }) => ({ kind, secondsAgo: secondsSince(at) })),
      settings: isDeepStrictEqual(sent, file.read().agreed) ? null : sent,
    };
    const answer = await options.fetch(origin + API_PATHS.kioskReports, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const orders = kioskOrdersSchema.safeParse(await answer.json());
    // Whatever is no answer of ours changes nothing: the last good settings go on.
    if (!orders.success) return;
    troubles = troubles.filter((trouble) => !told.includes(trouble));
    isRestartAsked = orders.data.restart;
    // Changed meanwhile by staff: that is told with the next report.
    if (settings.read() !== sent) return;
    file.write({ token, agreed: orders.data.settings });
    if (isDeepStrictEqual(sent, orders.data.settings)) return;
    settings.write(orders.data.settings);
    onSettings();
  }

  async function beat(): Promise<void> {
    const state = watch();
    const due = dueAt();
    if (due !== undefined && now() >= due) {
      isRestartAsked = false;
      log('starting again, as was wished');
      restart();
      return;
    }
    if (isBusy) return;
    isBusy = true;
    // A server that is away is seen to elsewhere; the next report comes soon.
    await report(state).catch(() => undefined);
    isBusy = false;
  }

  return {
    tokenHash: createHash('sha256').update(token).digest('hex'),
    noteInput() {
      inputAt = now();
      if (quietSince !== undefined) quietSince = inputAt;
    },
    noteTrouble(kind) {
      troubles = [...troubles, { kind, at: now() }].slice(-MAX_KIOSK_TROUBLES);
    },
    start() {
      const timer = setInterval(() => void beat(), EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
