import type { SignedAddress } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { anySignal } from '#renderer/lib/any-signal.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import type { Answer } from './playback-state.ts';

/** The way to the recordings, as far as the player has to know it. */
export interface Line {
  /** Two bytes of the recording, or what stands in their way. Never rejects. */
  ask(address: string, signal: AbortSignal): Promise<Answer>;
  /**
   * Where the recording is now: as the library says, or, of one that is behind the gate, an address for
   * a while. Null when it is there no more, or not for her. Rejects when nobody can be asked.
   */
  findAddress(track: PlayableTrack, signal: AbortSignal): Promise<string | null>;
}

/** Questions overlap, since one that is stuck in a dead connection says nothing of a new one. */
const SHORT_MS = 2_200;
/** One in eight may take its time: some lines are that slow. */
const LONG_MS = 10_000;
const LONG_EVERY = 8;
/** A browser has six connections to a server, and the sound needs one. */
const MOST_AT_ONCE = 4;

const GONE = new Set([401, 403, 404, 410, 416]);
const SOUND_TYPE = /^(audio|video)\/|^application\/(octet-stream|ogg)/;

export function createLine(origin: string, request: typeof fetch = fetch): Line {
  let asked = 0;
  let open = 0;

  const get = (address: string, init: RequestInit) =>
    request(address, { cache: 'no-store', ...init });
  /** Our own server, and not somebody who stands before it and answers everything. */
  const isHere = async (signal: AbortSignal) => {
    const response = await get(`${origin}/healthz`, { signal });
    const type = response.headers.get('content-type') ?? '';
    return response.ok && type.startsWith('application/json');
  };
  const question = async (address: string, signal: AbortSignal): Promise<Answer> => {
    // The policy of the page lets another origin's sound be heard and not be asked for.
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
      // Our own server, by `signedAddressSchema`.
      return signed.ok ? ((await signed.json()) as SignedAddress).path : null;
    },
  };
}

/** A recording may be hers alone; a page without a session must not load the clients to find nobody. */
async function asPerson(request: typeof fetch): Promise<typeof fetch> {
  if (!hasStoredSession()) return request;
  const { backend } = await import('#renderer/lib/backend.ts');
  return backend().fetch;
}
