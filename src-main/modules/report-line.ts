import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type KioskReport, kioskOrdersSchema } from '#contract/calls/kiosks.ts';
import type { KioskSettings } from '#contract/device/desktop.ts';
import { MAX_KIOSK_TROUBLES } from '#contract/rows/kiosks.ts';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { KeptFile } from './kept-file.ts';

type Trouble = KioskReport['troubles'][number]['kind'];
/** What is the same for every server. */
export type KioskFacts = Omit<KioskReport, 'troubles' | 'settings'>;

interface LineOptions {
  /** Where the server is and who we are to it; undefined: nobody is told. */
  find: () => { origin: string; token: string } | undefined;
  /** What kiosk and server last agreed on; whatever differs from it was changed here. Null: nothing yet. */
  agreed: { read: () => KioskSettings | null; write: (settings: KioskSettings) => void };
  /** The settings of a first agreement; without it the server's hold as they are. */
  begin?: (theirs: KioskSettings) => KioskSettings;
  settings: KeptFile<KioskSettings>;
  fetch: typeof fetch;
  /** New settings hold from now on. */
  onSettings: () => void;
  /** A JPEG of the screen in base64; null while somebody is there. */
  takePicture: () => Promise<string | null>;
  /** How the last report went. stranger: the server does not know us. lost: nobody answered as a server of ours does. */
  onAnswer?: (answer: 'heard' | 'stranger' | 'lost') => void;
  now: () => number;
  log: (line: string) => void;
}

/** What one server is told, and what it wishes. */
export interface ReportLine {
  noteTrouble(kind: Trouble): void;
  isRestartAsked(): boolean;
  forgetRestart(): void;
  report(facts: KioskFacts): Promise<void>;
}

const PATIENCE_MS = 4_000;
/** Some hundred kilobytes, over a line that may be slow. */
const PICTURE_PATIENCE_MS = 30_000;

export function createReportLine(options: LineOptions): ReportLine {
  const { find, agreed, begin, settings, onSettings, onAnswer, now } = options;
  let troubles: { kind: Trouble; at: number }[] = [];
  let isRestartAsked = false;
  let isBusy = false;
  let isShowing = false;
  const secondsSince = (at: number) => Math.max(0, Math.round((now() - at) / 1000));

  async function report(facts: KioskFacts): Promise<void> {
    const target = find();
    if (!target) return;
    const sent = settings.read();
    const known = agreed.read();
    const told = [...troubles];
    const body: KioskReport = {
      ...facts,
      troubles: told.map(({ kind, at }) => ({ kind, secondsAgo: secondsSince(at) })),
      settings: known === null || isDeepStrictEqual(sent, known) ? null : sent,
    };
    const answer = await options.fetch(target.origin + API_PATHS.kioskReports, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${target.token}` },
      body: JSON.stringify(body),
      // The token is for this server and for no other that it names.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const read: unknown = await answer.json();
    // Meanwhile it may have been left, or another joined.
    if (find()?.token !== target.token) return;
    const orders = kioskOrdersSchema.safeParse(read);
    onAnswer?.(orders.success ? 'heard' : isForStrangers(read) ? 'stranger' : 'lost');
    // Whatever is no answer of ours changes nothing: the last good settings go on.
    if (!orders.success) return;
    troubles = troubles.filter((trouble) => !told.includes(trouble));
    isRestartAsked = orders.data.restart;
    if (orders.data.picture) void showScreen(target);
    // Changed meanwhile by staff, or by another server: that is told with the next report.
    if (settings.read() !== sent) return;
    const theirs = orders.data.settings;
    agreed.write(theirs);
    const next = known === null && begin ? begin(theirs) : theirs;
    if (isDeepStrictEqual(sent, next)) return;
    settings.write(next);
    onSettings();
  }

  /** What fails is asked for again with the next report, until the server has waited long enough. */
  async function showScreen({ origin, token }: { origin: string; token: string }): Promise<void> {
    if (isShowing) return;
    isShowing = true;
    try {
      const image = await options.takePicture();
      await options.fetch(origin + API_PATHS.kioskPictures, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ image }),
        redirect: 'error',
        signal: AbortSignal.timeout(PICTURE_PATIENCE_MS),
      });
    } catch (error) {
      options.log(`no picture of the screen: ${error}`);
    } finally {
      isShowing = false;
    }
  }

  return {
    noteTrouble(kind) {
      troubles = [...troubles, { kind, at: now() }].slice(-MAX_KIOSK_TROUBLES);
    },
    isRestartAsked: () => isRestartAsked,
    forgetRestart() {
      isRestartAsked = false;
    },
    async report(facts) {
      if (isBusy) return;
      isBusy = true;
      // A server that is away is seen to elsewhere; the next report comes soon.
      await report(facts).catch(() => onAnswer?.('lost'));
      isBusy = false;
    },
  };
}

/** A gate or a proxy in between may refuse with a 401 as well, and that is no word of the server's. */
const isForStrangers = (answer: unknown) =>
  z.object({ code: z.literal(HTTP_ERROR.unauthorized), message: z.string() }).safeParse(answer)
    .success;
