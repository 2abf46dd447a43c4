import type { SignedAddress } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { anySignal } from '#renderer/lib/requests/any-signal.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import type { ProbeResult } from '../engine/playback-state.ts';

export type Connection = ReturnType<typeof createConnection>;

/** Short, so that a probe that hangs on a dead connection does not delay the next one. */
const SHORT_TIMEOUT_MS = 2_200;
/** Timeout of every eighth probe, for slow connections. */
const LONG_TIMEOUT_MS = 10_000;
const LONG_EVERY = 8;
/** Below the browsers' limit of six connections per server, because playback needs one. */
const MAX_CONCURRENT = 4;

const GONE = new Set([401, 403, 404, 410, 416]);
const AUDIO_TYPE = /^(audio|video)\/|^application\/(octet-stream|ogg)/;

/** The player's requests when playback is in trouble. */
export function createConnection(origin: string, request: typeof fetch = fetch) {
  let probes = 0;
  let running = 0;

  const get = (address: string, init: RequestInit) =>
    request(address, { cache: 'no-store', ...init });
  /** Detects a captive portal, which responds to every request in place of this server. */
  const isServerReachable = async (signal: AbortSignal) => {
    const response = await get(`${origin}/healthz`, { signal });
    const type = response.headers.get('content-type') ?? '';
    return response.ok && type.startsWith('application/json');
  };
  const sendProbe = async (address: string, signal: AbortSignal): Promise<ProbeResult> => {
    // The content security policy lets the page play audio of other origins, but not fetch it.
    if (new URL(address, origin).origin !== origin) {
      return (await isServerReachable(signal)) ? 'good' : 'lost';
    }
    const response = await get(address, { signal, headers: { Range: 'bytes=0-1' } });
    void response.body?.cancel();
    if (GONE.has(response.status)) return (await isServerReachable(signal)) ? 'gone' : 'lost';
    if (!response.ok) return 'lost';
    if (AUDIO_TYPE.test(response.headers.get('content-type') ?? '')) return 'good';
    return (await isServerReachable(signal)) ? 'foreign' : 'lost';
  };

  return {
    /** Tests whether the recording can be fetched, by requesting two bytes. Never rejects. */
    async probe(address: string, stop: AbortSignal): Promise<ProbeResult> {
      if (running >= MAX_CONCURRENT) return 'lost';
      probes += 1;
      running += 1;
      const timeout = AbortSignal.timeout(
        probes % LONG_EVERY === 0 ? LONG_TIMEOUT_MS : SHORT_TIMEOUT_MS,
      );
      try {
        return await sendProbe(address, anySignal([stop, timeout]));
      } catch {
        return 'lost';
      } finally {
        running -= 1;
      }
    },
    /**
     * Another URL of a recording: a new one from the library, or a signed one for a premium
     * recording. Null if there is none or access is denied. Rejects if the server cannot be reached.
     */
    async findAddress(track: PlayableTrack, signal: AbortSignal): Promise<string | null> {
      const fetchWithSession = await withSession(request);
      const send = (path: string, init: RequestInit = {}) =>
        fetchWithSession(origin + path, {
          cache: 'no-store',
          headers: { apikey: publicConfig().anonKey },
          signal,
          ...init,
        });
      const query = `select=audio_url&id=eq.${track.id}`;
      const response = await send(`${API_PATHS.tables}/audio_content?${query}`);
      if (!response.ok)
        throw new Error(`finding the URL failed: track ${track.id}: HTTP ${response.status}`);
      // The query selects one column of `audio_content`.
      const [row] = (await response.json()) as { audio_url: string }[];
      if (!row) return null;
      if (!isGated(row.audio_url)) {
        return row.audio_url === track.audio_url ? null : row.audio_url;
      }
      const signed = await send(row.audio_url, { method: 'POST' });
      if (signed.status >= 500)
        throw new Error(`signing the URL failed: track ${track.id}: HTTP ${signed.status}`);
      // The server's response matches `signedAddressSchema`.
      return signed.ok ? ((await signed.json()) as SignedAddress).path : null;
    },
  };
}

/** Premium recordings have an API path in the tables instead of a file URL. */
export function isGated(address: string): boolean {
  return address.startsWith(`${API_PATHS.signedObject}/`);
}

/** Adds the user's session. Pages without a session must not load the API client. */
async function withSession(request: typeof fetch): Promise<typeof fetch> {
  if (!hasStoredSession()) return request;
  const { backend } = await import('#renderer/lib/requests/backend.ts');
  return backend().fetch;
}
