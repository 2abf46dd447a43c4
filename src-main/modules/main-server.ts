import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  DEFAULT_KIOSK_SETTINGS,
  type DesktopState,
  type Joining,
  type JoinOutcome,
  type KioskSettings,
  kioskFileSchema,
  type LeaveOutcome,
} from '#contract/device/desktop.ts';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { KeptFile } from './kept-file.ts';
import { drawKioskToken } from './kiosk-reporter.ts';
import { createReportLine, type ReportLine } from './report-line.ts';

/** main-server.json: a server elsewhere that looks after several kiosks, and what it knows us by. */
export const mainServerFileSchema = z.object({
  address: z.url().nullable().default(null),
  /** Empty: the server has taken this kiosk off its list. */
  token: z.string().default(''),
  /** Null until the two have agreed for the first time. */
  agreed: kioskFileSchema.nullable().default(null),
});
type MainServerFile = z.output<typeof mainServerFileSchema>;

interface MainServerOptions {
  file: KeptFile<MainServerFile>;
  settings: KeptFile<KioskSettings>;
  /** The kiosk's own server, to which it reports anyway. */
  ownUrl: () => string | undefined;
  fetch: typeof fetch;
  onSettings: () => void;
  /** A JPEG of the screen in base64; null while somebody is there. */
  takePicture: () => Promise<string | null>;
  /** What `read` answers has changed. */
  announce: () => void;
  now: () => number;
  log: (line: string) => void;
}

export interface MainServerLine {
  read(): DesktopState['mainServer'];
  join(joining: Joining): Promise<JoinOutcome>;
  leave(): Promise<LeaveOutcome>;
  readonly line: ReportLine;
}

const PATIENCE_MS = 8_000;
const NOBODY: MainServerFile = { address: null, token: '', agreed: null };

/** The kiosk's side of being looked after by a server elsewhere, beside its own. */
export function createMainServer(options: MainServerOptions): MainServerLine {
  const { file, settings, ownUrl, announce, onSettings, now, log } = options;
  let status: 'connecting' | 'in-touch' | 'away' = 'connecting';

  const read = (): DesktopState['mainServer'] => {
    const { address, token } = file.read();
    return address === null ? null : { address, status: token === '' ? 'removed' : status };
  };
  const become = (next: typeof status) => {
    if (status === next) return;
    status = next;
    announce();
  };
  const line = createReportLine({
    find() {
      const { address, token } = file.read();
      return address === null || token === '' ? undefined : { origin: address, token };
    },
    agreed: {
      read: () => file.read().agreed,
      write: (agreed) => void file.write({ ...file.read(), agreed }),
    },
    begin: (theirs) => mergeSettings(settings.read(), theirs),
    settings,
    fetch: options.fetch,
    onSettings,
    onAnswer(answered) {
      if (answered === 'stranger') {
        log('the main server has taken this kiosk off its list');
        file.write({ ...NOBODY, address: file.read().address });
        announce();
      } else become(answered === 'heard' ? 'in-touch' : 'away');
    },
    takePicture: options.takePicture,
    now,
    log,
  });

  const ask = (origin: string, method: 'POST' | 'DELETE', more: RequestInit) =>
    options.fetch(origin + API_PATHS.kioskEnrolments, {
      ...more,
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });

  async function join({ address, code }: Joining): Promise<JoinOutcome> {
    const origin = originOf(address);
    if (origin === undefined || origin === ownUrl()) return 'bad-address';
    const token = drawKioskToken();
    const answer = await ask(origin, 'POST', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code, token }),
    }).catch(() => undefined);
    if (!answer) return 'unreachable';
    const outcome = await outcomeOf(answer);
    if (outcome !== 'joined') return outcome;
    // One at a time: whoever looked after it until now hears that this is over.
    if (file.read().token !== '') await leave();
    file.write({ address: origin, token, agreed: null });
    status = 'connecting';
    line.forgetRestart();
    log(`reports to ${origin} from now on`);
    announce();
    return 'joined';
  }

  async function leave(): Promise<LeaveOutcome> {
    const { address, token } = file.read();
    // First of all here: whatever the other side does, nothing more is told to it.
    file.write(NOBODY);
    line.forgetRestart();
    announce();
    if (address === null || token === '') return 'left';
    log(`reports to ${address} no more`);
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await ask(address, 'DELETE', { headers }).catch(() => undefined);
    // Who does not know this kiosk has no need to be told.
    return answer?.ok || answer?.status === 401 ? 'left' : 'untold';
  }

  return { read, join, leave, line };
}

/** 'cradlesong.example.org' → its origin. Always encrypted, but for a server on this very machine. */
function originOf(typed: string): string | undefined {
  const text = typed.trim();
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url || url.username || url.password || url.hostname === '') return undefined;
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url.origin : undefined;
}

async function outcomeOf(answer: Response): Promise<JoinOutcome> {
  const body: unknown = await answer.json().catch(() => undefined);
  const { code } = refusalSchema.parse(body);
  // Any site may answer 200 to anything: ours answers this with an empty object.
  if (answer.ok) return isEmptyObject(body) ? 'joined' : 'no-such-server';
  if (code === HTTP_ERROR.tooManyRequests) return 'too-many-tries';
  if (code === HTTP_ERROR.badRequest) return 'bad-code';
  return answer.status >= 500 ? 'unreachable' : 'no-such-server';
}

const refusalSchema = z.object({ code: z.string().optional() }).catch({});
const isEmptyObject = (body: unknown) => z.strictObject({}).safeParse(body).success;

/** What staff have set here stays; what nobody has touched, and the name, is as the main server has it. */
function mergeSettings(here: KioskSettings, theirs: KioskSettings): KioskSettings {
  const untouched = new Map(Object.entries(DEFAULT_KIOSK_SETTINGS));
  const touched = Object.entries(here).filter(
    ([name, value]) => name !== 'name' && !isDeepStrictEqual(value, untouched.get(name)),
  );
  return { ...theirs, ...Object.fromEntries(touched) };
}
