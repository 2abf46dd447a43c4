import type { SignedAddress } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { anySignal } from '#renderer/lib/requests/any-signal.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import type { Answer } from '../engine/playback-state.ts';

/** The player's requests for recordings. */
export interface Connection {
  /** Fetches two bytes of the recording, or returns the reason for a failure. Never rejects. */
  ask(address: string, signal: AbortSignal): Promise<Answer>;
  /**
   * The current URL of a recording: from the library, or signed when it is behind the premium gate.
   * Null when it is gone or access is denied. Rejects when the server cannot be reached.
   */
  findAddress(track: PlayableTrack, signal: AbortSignal): Promise<string | null>;
}

/**
 * Short timeout, so that probes overlap: one stuck on a dead connection says nothing about a new
 * one.
 */
const SHORT_MS = 2_200;
/** One probe in eight gets a long timeout, for slow connections. */
const LONG_MS = 10_000;
const LONG_EVERY = 8;
/** Browsers allow six connections per server, and playback needs one. */
const MOST_AT_ONCE = 4;

const GONE = new Set([401, 403, 404, 410, 416]);
const SOUND_TYPE = /^(audio|video)\/|^application\/(octet-stream|ogg)/;

export function createConnection(origin: string, request: typeof fetch = fetch): Connection {
  let asked = 0;
  let open = 0;

  const get = (address: string, init: RequestInit) =>
    request(address, { cache: 'no-store', ...init });
  /** Distinguishes this server from a captive portal that answers every request. */
  const isHere = async (signal: AbortSignal) => {
    const response = await get(`${origin}/healthz`, { signal });
    const type = response.headers.get('content-type') ?? '';
    return response.ok && type.startsWith('application/json');
  };
  const question = async (address: string, signal: AbortSignal): Promise<Answer> => {
    // The page's content security policy lets it play audio of other origins, but not fetch it.
    if (new URL(address, origin).origin !== origin) {
      return (await isHere(signal)) ? 'good' : 'lost';
    }
    const response = await get(address, { signal, headers: { Range: 'bytes=0-1' } });
    void response.body?.cancel();
    if (GONE.has(response.status)) return (await isHere(signal)) ? 'gone' : 'lost';
    if (!response.ok) return 'lost';
    if (SOUND_TYPE.test(response.headers.get('content-type') ?? '')) return 'good';
    return (await isHere(signal)) ? 'foreign' : 'lost';
  };

  return {
    async ask(address, stop) {
      if (open >= MOST_AT_ONCE) return 'lost';
      asked += 1;
      open += 1;
      const time = AbortSignal.timeout(asked % LONG_EVERY === 0 ? LONG_MS : SHORT_MS);
      try {
        return await question(address, anySignal([stop, time]));
      } catch {
        return 'lost';
      } finally {
        open -= 1;
      }
    },
    async findAddress(track, signal) {
      const fetchAsPerson = await asPerson(request);
      const send = (path: string, init: RequestInit = {}) =>
        fetchAsPerson(origin + path, {
          cache: 'no-store',
          headers: { apikey: publicConfig().anonKey },
          signal,
          ...init,
        });
      const query = `select=audio_url&id=eq.${track.id}`;
      const response = await send(`${API_PATHS.tables}/audio_content?${query}`);
      if (!response.ok) throw new Error(`the library answered ${response.status}`);
      // One column of audio_content.
      const [row] = (await response.json()) as { audio_url: string }[];
      if (!row) return null;
      if (!row.audio_url.startsWith(`${API_PATHS.signedObject}/`)) {
        return row.audio_url === track.audio_url ? null : row.audio_url;
      }
      const signed = await send(row.audio_url, { method: 'POST' });
      if (signed.status >= 500) throw new Error(`the gate answered ${signed.status}`);
      // The server's response matches `signedAddressSchema`.
      return signed.ok ? ((await signed.json()) as SignedAddress).path : null;
    },
  };
}

/**
 * Adds the user's session, as recordings may need it; pages without one must not load the clients.
 */
async function asPerson(request: typeof fetch): Promise<typeof fetch> {
  if (!hasStoredSession()) return request;
  const { backend } = await import('#renderer/lib/requests/backend.ts');
  return backend().fetch;
}
