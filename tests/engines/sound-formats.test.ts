import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { storedObjectSchema } from '#contract/calls/storage.ts';
import { openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import {
  encodeTone,
  IS_FFMPEG_THERE,
  SOUND_FORMATS,
} from '#tests/support/listening/sound-formats.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';

const SECONDS = 6.4;
const END_STATES = ['levelled', 'fits'];

let server: ServerProcess;
const heard = new Map<string, string>();

/** Uploads and publishes a recording as the admin area does; returns the track's id. */
async function publish(
  admin: Awaited<ReturnType<typeof signInAsAdmin>>,
  name: string,
  body: Buffer,
): Promise<number> {
  const upload = await admin(`/storage/v1/object/audio/${name}`, {
    method: 'POST',
    body: new Uint8Array(body),
  });
  const stored = storedObjectSchema.parse(await upload.json());
  expect(Math.abs((stored.durationSeconds ?? 0) - SECONDS), name).toBeLessThanOrEqual(0.1);
  const track = await admin('/rest/v1/audio_content?select=id', {
    method: 'POST',
    headers: { Prefer: 'return=representation' },
    body: JSON.stringify({
      title: name,
      category: 'PREGNANCY',
      duration: Math.round(SECONDS),
      audio_url: stored.path,
      enabled: true,
    }),
  });
  return z.tuple([z.object({ id: z.number() })]).parse(await track.json())[0].id;
}

const rows = z.array(z.object({ id: z.number(), audio_url: z.string() }));
const states = z.array(
  z.object({ path: z.string(), state: z.string(), seconds: z.number().nullable() }),
);

beforeAll(async () => {
  if (!IS_FFMPEG_THERE) return;
  server = await startServer();
  const admin = await signInAsAdmin(server);
  const names = new Map<number, string>();
  for (const [name, encoding] of SOUND_FORMATS) {
    const body = encodeTone(name, encoding, { seconds: SECONDS });
    names.set(await publish(admin, name, body), name);
  }
  const read = async () =>
    states.parse(await (await admin('/rest/v1/recordings?select=path,state,seconds')).json());
  const waiting = async () => (await read()).filter(({ state }) => !END_STATES.includes(state));
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), {
    timeout: 150_000,
    interval: 250,
  });
  const found = await read();
  expect(found).toHaveLength(SOUND_FORMATS.length);
  for (const { path, seconds } of found) {
    expect(Math.abs((seconds ?? 0) - SECONDS), path).toBeLessThanOrEqual(0.1);
  }
  const ids = [...names.keys()].join(',');
  const tracks = await fetch(
    `${server.url}/rest/v1/audio_content?select=id,audio_url&id=in.(${ids})`,
  );
  for (const { id, audio_url } of rows.parse(await tracks.json())) {
    heard.set(names.get(id) ?? '', audio_url);
  }
}, 180_000);

/** Runs in the page. Plays the last half second; returns the duration that the engine reports, or the failure. */
async function listenTo(address: string): Promise<{ seconds: number; failure: string }> {
  const audio = new Audio(address);
  audio.muted = true;
  const has = (name: string) =>
    new Promise<void>((resolve, reject) => {
      audio.addEventListener(name, () => resolve(), { once: true });
      audio.addEventListener('error', () => reject(new Error(audio.error?.message || 'refused')));
    });
  try {
    const moved = has('ended');
    await audio.play();
    const seconds = audio.duration;
    // Seeks near the end, to check that all of it is reachable.
    audio.currentTime = seconds - 0.5;
    await moved;
    return { seconds, failure: '' };
  } catch (error) {
    return { seconds: 0, failure: String(error) };
  } finally {
    audio.pause();
    audio.removeAttribute('src');
  }
}

const extensions = SOUND_FORMATS.map(([name]) => name);
const skipped = IS_FFMPEG_THERE ? '' : ', skipped: ffmpeg is not installed on this machine';

const checkEach = async (evaluate: (address: string) => ReturnType<typeof listenTo>) => {
  for (const name of extensions) {
    const { seconds, failure } = await evaluate(heard.get(name) ?? '');
    expect(failure, name).toBe('');
    expect(Math.abs(seconds - SECONDS), `${name} lasts ${seconds}`).toBeLessThanOrEqual(0.1);
  }
};

describe.skipIf(!IS_FFMPEG_THERE)(`ten real formats${skipped}`, () => {
  test('[D2] play to their end in Chromium, with their full length', async () => {
    const page = await openPage(server.url);
    await page.goto('/');
    await checkEach((address) => page.evaluate(listenTo, address));
  });

  inEachEngine('ten real formats', (openEngine) => {
    test('[D2] play to their end, with their full length', async () => {
      const page = await openEngine(server.url);
      await page.goto('/');
      await checkEach((address) => page.evaluate(listenTo, address));
    });
  });
});
