import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import {
  DEFAULT_KIOSK_SETTINGS,
  type DesktopState,
  type Joining,
  type JoinOutcome,
  type KioskSettings,
  kioskFileSchema,
  type LeaveOutcome,
} from '#contract/device/desktop.ts';
import type { JsonFile } from './json-file.ts';
import { createKioskToken } from './kiosk-reporter.ts';
import { createReportTarget } from './report-target.ts';

/** main-server.json: the main server that manages this kiosk, and the token for it. */
export const mainServerFileSchema = z.object({
  address: z.url().nullable().default(null),
  /** Empty: the server has removed this kiosk. */
  token: z.string().default(''),
  /** Null before the first agreement. */
  agreed: kioskFileSchema.nullable().default(null),
});
type MainServerFile = z.output<typeof mainServerFileSchema>;

interface MainServerOptions {
  file: JsonFile<MainServerFile>;
  settings: JsonFile<KioskSettings>;
  /** The kiosk's own server, to which it reports anyway. */
  ownUrl: () => string | undefined;
  /** Called when the settings or the result of `read` change. */
  announce: () => void;
  log: (line: string) => void;
}

const TIMEOUT_MS = 8_000;
const NOT_JOINED: MainServerFile = { address: null, token: '', agreed: null };

/** The kiosk's connection to a main server, in addition to its own. */
export function createMainServer(options: MainServerOptions) {
  const { file, settings, ownUrl, announce, log } = options;
  let status: 'connecting' | 'in-touch' | 'away' = 'connecting';

  const read = (): DesktopState['mainServer'] => {
    const { address, token } = file.read();
    return address === null ? null : { address, status: token === '' ? 'removed' : status };
  };
  const setStatus = (next: typeof status) => {
    if (status === next) return;
    status = next;
    announce();
  };
  const target = createReportTarget({
    origin: () => file.read().address ?? undefined,
    file,
    begin: (theirs) => mergeSettings(settings.read(), theirs),
    settings,
    onSettings: announce,
    onResult(result) {
      if (result === 'unknown') {
        log('the main server has removed this kiosk');
        file.write({ ...NOT_JOINED, address: file.read().address });
        announce();
      } else setStatus(result === 'accepted' ? 'in-touch' : 'away');
    },
  });

  const request = (origin: string, method: 'POST' | 'DELETE', more: RequestInit) =>
    fetch(origin + API_PATHS.kioskEnrolments, {
      ...more,
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });

  async function join({ address, code }: Joining): Promise<JoinOutcome> {
    const origins = originsOf(address).filter((origin) => origin !== ownUrl());
    if (origins.length === 0) return 'bad-address';
    const token = createKioskToken();
    for (const origin of origins) {
      const answer = await request(origin, 'POST', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code, token }),
      }).catch(() => undefined);
      if (!answer) continue;
      const outcome = await outcomeOf(answer);
      if (outcome === 'joined') await follow(origin, token);
      return outcome;
    }
    return 'unreachable';
  }

  async function follow(origin: string, token: string): Promise<void> {
    // Only one main server: tell the previous one that this kiosk leaves.
    if (file.read().token !== '') await leave();
    file.write({ address: origin, token, agreed: null });
    status = 'connecting';
    target.clearRestart();
    log(`joined the main server ${origin}`);
    announce();
  }

  async function leave(): Promise<LeaveOutcome> {
    const { address, token } = file.read();
    // Forget the server locally first, so that nothing more is sent to it, regardless of its response.
    file.write(NOT_JOINED);
    target.clearRestart();
    announce();
    if (address === null || token === '') return 'left';
    log(`left the main server ${address}`);
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await request(address, 'DELETE', { headers }).catch(() => undefined);
    // 401: the server does not know this kiosk, so it needs no message.
    return answer?.ok || answer?.status === 401 ? 'left' : 'untold';
  }

  return { read, join, leave, target };
}

/**
 * The origins to try for a typed address, in order. Without a scheme https is first; http is tried on this machine and
 * in private networks only.
 */
function originsOf(typed: string): string[] {
  const text = typed.trim();
  const candidates = text.includes('://') ? [text] : [`https://${text}`, `http://${text}`];
  return candidates.flatMap((candidate) => {
    const url = URL.parse(candidate);
    if (!url || url.username || url.password || url.hostname === '') return [];
    const isAllowed =
      url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname));
    return isAllowed ? [url.origin] : [];
  });
}

/** Loopback, RFC 1918, link-local and unique local addresses, and names that only a local network resolves. */
const PRIVATE_HOST =
  /^(localhost|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|\[::1\]|\[f[cd][0-9a-f:]+\]|\[fe[89ab][0-9a-f:]+\]|[^.]+|.+\.(local|lan|internal|home\.arpa))$/;
const isPrivateHost = (hostname: string) => PRIVATE_HOST.test(hostname);

async function outcomeOf(answer: Response): Promise<JoinOutcome> {
  const body: unknown = await answer.json().catch(() => undefined);
  const { code } = refusalSchema.parse(body);
  // Any site may answer 200 to anything; our server answers with an empty object.
  if (answer.ok) return isEmptyObject(body) ? 'joined' : 'no-such-server';
  if (code === HTTP_ERROR.tooManyRequests) return 'too-many-tries';
  if (code === HTTP_ERROR.badRequest) return 'bad-code';
  return answer.status >= 500 ? 'unreachable' : 'no-such-server';
}

const refusalSchema = z.object({ code: z.string().optional() }).catch({});
const isEmptyObject = (body: unknown) => z.strictObject({}).safeParse(body).success;

/**
 * Merges settings on joining: settings that staff changed here stay; the others, and the name, come from the main
 * server.
 */
function mergeSettings(here: KioskSettings, theirs: KioskSettings): KioskSettings {
  const defaults = new Map(Object.entries(DEFAULT_KIOSK_SETTINGS));
  const changedHere = Object.entries(here).filter(
    ([name, value]) => name !== 'name' && !isDeepStrictEqual(value, defaults.get(name)),
  );
  return { ...theirs, ...Object.fromEntries(changedHere) };
}
