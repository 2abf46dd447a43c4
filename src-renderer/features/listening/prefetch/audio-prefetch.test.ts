import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { type AudioPrefetch, createAudioPrefetch } from './audio-prefetch.ts';

const KIB = 1024;
const SIZE = 600 * KIB;
const psalms = buildTrack(1);
const prayer = buildTrack(2);

/** A fake server of recordings with configurable faults. */
let asked: string[];
let refused: Set<string>;
let fault: 'none' | 'down' | 'short' | 'missing';
let ahead: AudioPrefetch;
/** The premium gate: a signed URL, or null without access. */
let sign: () => string | null;

const serve: typeof fetch = async (address, init) => {
  const range = new Headers(init?.headers).get('range') ?? '';
  asked.push(`${address} ${range}`);
  if (fault === 'down') throw new TypeError('Failed to fetch');
  if (fault === 'missing') return new Response(null, { status: 404 });
  if (refused.has(`${address}`)) return new Response(null, { status: 403 });
  const [from = 0, to = 0] = range.replace('bytes=', '').split('-').map(Number);
  const end = Math.min(to, SIZE - 1);
  const body = new Uint8Array(fault === 'short' ? 10 : end - from + 1).fill(from / KIB / 256 + 1);
  return new Response(body, {
    status: 206,
    headers: {
      'content-range': `bytes ${from}-${end}/${SIZE}`,
      'content-type': 'audio/mpeg',
    },
  });
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const held = async (track: PlayableTrack) => (await fetch(ahead.open(track))).bytes();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked = [];
  refused = new Set();
  fault = 'none';
  sign = () => null;
  ahead = createAudioPrefetch('https://app.test', {
    request: serve,
    findAddress: async () => sign(),
  });
});
afterEach(() => {
  ahead.setTracks([]);
});

const untilWhole = async (track: PlayableTrack) => {
  while (!ahead.isWhole(track)) await settle();
};

test('the whole track is fetched in pieces, in order, then the next track', async () => {
  ahead.setTracks([psalms, prayer]);
  await untilWhole(prayer);
  expect(asked).toEqual([
    '/1.mp3 bytes=0-262143',
    '/1.mp3 bytes=262144-524287',
    '/1.mp3 bytes=524288-786431',
    '/2.mp3 bytes=0-262143',
    '/2.mp3 bytes=262144-524287',
    '/2.mp3 bytes=524288-786431',
  ]);
  expect(ahead.heldUntil(psalms)).toBe(Number.POSITIVE_INFINITY);
  const bytes = await held(psalms);
  expect(bytes).toHaveLength(SIZE);
  expect([bytes[0], bytes[300 * KIB], bytes[SIZE - 1]]).toEqual([1, 2, 3]);
});

test('part of a file covers the same share of its duration', async () => {
  ahead.onChange(() => {
    fault = 'down';
  });
  ahead.setTracks([psalms]);
  while (ahead.heldUntil(psalms) === 0) await settle();
  expect(ahead.heldUntil(psalms)).toBeCloseTo((256 / 600) * 600 - 1);
  expect(await held(psalms)).toHaveLength(256 * KIB);
});

test('a request that loses its connection is retried, at once when the browser is online again', async () => {
  fault = 'down';
  ahead.setTracks([psalms]);
  await settle();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(2);
  await settle();
  fault = 'none';
  ahead.retry();
  await untilWhole(psalms);
});

test('an unreachable server is asked again with a backoff', async () => {
  fault = 'down';
  ahead.setTracks([psalms]);
  await vi.advanceTimersByTimeAsync(60_000);
  const inFirstMinute = asked.length;
  expect(inFirstMinute).toBeLessThanOrEqual(7);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked.length - inFirstMinute).toBeLessThanOrEqual(40);
});

test('a piece that does not match its headers is rejected', async () => {
  fault = 'short';
  ahead.setTracks([psalms]);
  await settle();
  await settle();
  expect(ahead.heldUntil(psalms)).toBe(0);
});

test('a missing file is not requested again', async () => {
  fault = 'missing';
  ahead.setTracks([psalms]);
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

test('nothing is fetched from another origin', async () => {
  ahead.setTracks([buildTrack(3, { audio_url: 'https://elsewhere.test/3.mp3' })]);
  await settle();
  expect(asked).toEqual([]);
});

test('nothing is fetched while prefetching is off, and tracks that are no longer wanted are dropped', async () => {
  ahead.setAllowed(false);
  ahead.setTracks([psalms]);
  await settle();
  expect(asked).toEqual([]);
  ahead.setAllowed(true);
  await untilWhole(psalms);
  const opened = ahead.open(psalms);
  ahead.setTracks([]);
  expect(ahead.heldUntil(psalms)).toBe(0);
  await settle();
  await expect(fetch(opened)).rejects.toThrow();
});

describe('a recording behind the gate', () => {
  const gated = buildTrack(7, { audio_url: '/storage/v1/object/sign/audio_content/7' });

  test('continues at a new address when the first has expired', async () => {
    const addresses = ['/7.mp3?token=first', '/7.mp3?token=second'];
    sign = () => addresses.shift() ?? null;
    ahead.setTracks([gated]);
    while (ahead.heldUntil(gated) === 0) await Promise.resolve();
    refused.add('/7.mp3?token=first');
    await vi.advanceTimersByTimeAsync(2_000);
    await untilWhole(gated);
    expect(asked.at(-1)).toContain('token=second');
  });

  test('is not signed again if the newly signed address is refused', async () => {
    const signed: string[] = [];
    sign = () => {
      signed.push('/7.mp3?token=first');
      return '/7.mp3?token=first';
    };
    refused.add('/7.mp3?token=first');
    ahead.setTracks([gated]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(signed).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  test('is not fetched without access', async () => {
    ahead.setTracks([gated]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
  });
});
