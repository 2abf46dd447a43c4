import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { storedObjectSchema } from '#contract/calls/storage.ts';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { audioContentSchema } from '#contract/rows/audio-content-schema.ts';
import { type Recording, recordings } from '#contract/rows/recordings.ts';
import { rowSchema } from '#contract/rows/row-schema.ts';
import { changeRows } from '#tests/support/databases/create-test-db.ts';
import { tone, wav } from '#tests/support/sample-files.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { send, uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { createFfmpeg } from './ffmpeg.ts';
import { startRecordingWorker } from './recording-worker.ts';

const IS_FFMPEG_THERE = spawnSync('ffmpeg', ['-version']).status === 0;

const workers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of workers.splice(0)) await stop();
});

async function open(ffmpeg: string) {
  const server = await createTestServer({ config: { FFMPEG: ffmpeg } });
  const token = await fetchAdminToken(server);
  const admin = server.supabase(token);
  const post = (path: string, body: unknown) => send(server, path, { bearer: token, body });
  return {
    server,
    admin,
    post,
    async upload(name: string, body: Buffer): Promise<string> {
      const answer = await uploadFile(server, token, `audio/${name}`, body);
      return storedObjectSchema.parse(await answer.json()).path;
    },
    async publish(kind: AudioContent['kind'], audio_url: string): Promise<number> {
      const { data } = await admin
        .from('audio_content')
        .insert({ title: 'Lullaby', category: 'PREGNANCY', duration: 8, audio_url, kind })
        .select()
        .single()
        .throwOnError();
      return audioContentSchema.parse(data).id;
    },
    async track(id: number): Promise<AudioContent> {
      const { data } = await admin.from('audio_content').select().eq('id', id).single();
      return audioContentSchema.parse(data);
    },
    async recording(path: string): Promise<Recording> {
      const { data } = await admin.from('recordings').select().eq('path', path).single();
      return rowSchema(recordings).parse(data);
    },
    work: () => {
      const stop = startRecordingWorker(server.deps);
      workers.push(stop);
      return stop;
    },
  };
}

const leftovers = ({ deps }: TestServer) => {
  const folder = join(deps.config.STORAGE_DIR, '.incoming');
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.lock')) : [];
};
/** ffmpeg's encoding of a WAV, without the encoder's name, which is not stored. */
function encode(
  { deps }: TestServer,
  sound: Buffer,
  encoding: string[],
  extension: string,
): Buffer {
  const [from, to] = ['from.wav', `to.${extension}`].map((name) =>
    join(deps.config.DATA_DIR, name),
  );
  if (from === undefined || to === undefined) throw new Error('two names');
  writeFileSync(from, sound);
  expect(
    spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', from, ...encoding, ...BARE, to]).status,
  ).toBe(0);
  return readFileSync(to);
}

const BARE = ['-fflags', '+bitexact'];
const WAV_24 = ['-ar', '96000', '-c:a', 'pcm_s24le'];

/** Measures the sound at this address as a listener gets it. */
async function measureHeard(
  { url, deps }: TestServer,
  address: string | null,
  extension: 'm4a' | 'mp3',
) {
  const heard = Buffer.from(await (await fetch(`${url}${address}`)).arrayBuffer());
  const path = join(deps.config.DATA_DIR, `heard.${extension}`);
  writeFileSync(path, heard);
  const { signal } = new AbortController();
  const measured = await createFfmpeg('ffmpeg').measure({ path, extension }, signal);
  return { bytes: heard.length, ...measured };
}

const POLLING = { timeout: 25_000, interval: 100 };

test('without ffmpeg its absence is reported, and the recording is used unchanged', async () => {
  const { upload, publish, recording, track, work } = await open('/nowhere/ffmpeg');
  const path = await upload('quiet.wav', tone(2, { amplitude: 0.05 }));
  const id = await publish('meditation', path);
  work();
  await expect
    .poll(() => recording(path), POLLING)
    .toMatchObject({ state: 'no_ffmpeg', loudness_lufs: null });
  expect(await track(id)).toMatchObject({ audio_url: path, loudness_lufs: null });
});

const WITH_FFMPEG = IS_FFMPEG_THERE
  ? 'where ffmpeg is installed'
  : 'levelling, skipped: ffmpeg is not installed on this machine';

describe.skipIf(!IS_FFMPEG_THERE)(WITH_FFMPEG, () => {
  test('a recording is levelled to −16 LUFS without interrupting listeners, and its measured length is written back to the track', async () => {
    const { server, admin, upload, publish, recording, track, work } = await open('ffmpeg');
    const body = tone(4, { amplitude: 0.05 });
    const path = await upload('quiet.wav', body);
    const id = await publish('scripture', path);
    work();
    await expect.poll(() => recording(path), POLLING).toMatchObject({ state: 'levelled' });
    const known = await recording(path);
    expect(known).toMatchObject({ codec: 'pcm_s16le', seconds: 4, target_lufs: -16 });
    expect(known.loudness_lufs).toBeLessThan(-28);
    expect(known.levelled_lufs).toBeCloseTo(-16, 0);
    expect(known.levelled_peak_db).toBeLessThanOrEqual(-1);
    expect(await track(id)).toMatchObject({
      audio_url: known.levelled_path,
      loudness_lufs: known.levelled_lufs,
      duration: 4,
    });
    expect(known.levelled_path).toMatch(/\/quiet-levelled-[0-9a-f]{16}\.m4a$/);
    const rest = await fetch(server.url + path, { headers: { Range: 'bytes=100000-' } });
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(body.subarray(100_000));
    const { data } = await admin.from('audit_log').select().eq('actor', 'levelling');
    expect(data).toMatchObject([
      {
        row_id: String(id),
        before: { audio_url: path },
        after: { audio_url: known.levelled_path },
      },
    ]);

    // Simulates a row of an older version with a different loudness target.
    await changeRows(server.deps.db, 'recordings', { path }, { target_lufs: -18 });
    await expect.poll(() => recording(path), POLLING).toMatchObject({ target_lufs: -16 });
    expect(await track(id)).toMatchObject({ audio_url: (await recording(path)).levelled_path });

    // The owner restores the original on purpose, so later changes to the track keep it.
    await admin.from('audio_content').update({ audio_url: path }).eq('id', id).throwOnError();
    await admin.from('audio_content').update({ kind: 'scripture' }).eq('id', id).throwOnError();
    const other = await upload('other.wav', tone(1, { amplitude: 0.1 }));
    await expect.poll(() => recording(other), POLLING).toMatchObject({ state: 'measured' });
    expect(await track(id)).toMatchObject({ audio_url: path });
    expect(leftovers(server)).toEqual([]);
  }, 60_000);

  test('another bitrate makes a new copy from the original; other files are not found', async () => {
    const { server, upload, publish, post, recording, track, work } = await open('ffmpeg');
    const sound = tone(5, { amplitude: 0.1 });
    const path = await upload('in.flac', encode(server, sound, ['-ac', '2'], 'flac'));
    const id = await publish('meditation', path);
    work();
    await expect.poll(() => recording(path), POLLING).toMatchObject({ state: 'levelled' });
    const before = await recording(path);
    expect(before.peaks?.length).toBeGreaterThan(50);
    expect(before.peaks).toContain(100);
    expect(before).toMatchObject({ codec: 'flac', bitrate: null });
    const choose = (kbits: unknown) => post('/admin/v1/recordings/measure', { path, kbits });
    expect((await choose(1)).status).toBe(400);
    expect((await choose(192)).status).toBe(202);
    await expect
      .poll(() => recording(path), POLLING)
      .toMatchObject({ state: 'levelled', wanted_kbits: 192, progress: null });
    const after = await recording(path);
    expect(after.levelled_bytes).toBeGreaterThan((before.levelled_bytes ?? 0) * 1.5);
    expect((await track(id)).audio_url).toBe(after.levelled_path);
    const again = '/admin/v1/recordings/measure';
    for (const wrong of ['/storage/v1/object/public/audio/../../jwt-secret', '/none', 'x']) {
      expect((await post(again, { path: wrong })).status).toBe(404);
    }
    expect((await post(again, {})).status).toBe(400);
  }, 60_000);

  test('a recording that cannot be decoded fails with a reason that names no folder of the server', async () => {
    const { server, post, recording, work } = await open('ffmpeg');
    const folder = join(server.deps.config.STORAGE_DIR, 'audio');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'broken.m4a'), 'not sound');
    const path = '/storage/v1/object/public/audio/broken.m4a';
    const asked = await post('/admin/v1/recordings/measure', { path });
    expect(asked.status).toBe(202);
    work();
    await expect.poll(() => recording(path), POLLING).toMatchObject({ state: 'failed' });
    const { failure } = await recording(path);
    expect(failure).toMatch(/could not be decoded/);
    expect(failure).not.toContain('/');
  });

  test('loud peaks are limited; a recording at the target is left unchanged, unless it is far larger than a phone needs', async () => {
    const { server, upload, publish, recording, track, work } = await open('ffmpeg');
    const withPeak = await upload('knock.wav', tone(5, { amplitude: 0.06, knock: 0.95 }));
    await publish('music', withPeak);
    // Full scale is −3 LUFS for a mono tone.
    const level = tone(4, { amplitude: 10 ** (-13 / 20) });
    const fitting = await upload('fits.mp3', encode(server, level, ['-b:a', '160k'], 'mp3'));
    const id = await publish('meditation', fitting);
    const heavy = await upload('heavy.mp3', encode(server, level, ['-b:a', '320k'], 'mp3'));
    await publish('meditation', heavy);
    const silent = await upload('silence.wav', wav(3).fill(128, 44));
    await publish('meditation', silent);
    work();
    await expect.poll(() => recording(silent), POLLING).toMatchObject({ state: 'silent' });
    await expect.poll(() => recording(fitting), POLLING).toMatchObject({ state: 'fits' });
    expect(await track(id)).toMatchObject({ audio_url: fitting });
    await expect.poll(() => recording(heavy), POLLING).toMatchObject({ state: 'levelled' });
    const { levelled_path, levelled_kbits } = await recording(heavy);
    expect(levelled_path).toMatch(/\.m4a$/);
    expect(levelled_kbits).toBeLessThan(80);
    await expect.poll(() => recording(withPeak), POLLING).toMatchObject({ state: 'levelled' });
    const known = await recording(withPeak);
    expect(known.true_peak_db).toBeGreaterThan(-1);
    expect(known.levelled_peak_db).toBeLessThanOrEqual(-1);
    expect(Math.abs((known.levelled_lufs ?? 0) + 16)).toBeLessThanOrEqual(0.5);
    expect(leftovers(server)).toEqual([]);
  }, 60_000);

  test.each([
    ['an MP3 stays an MP3', 'mp3', { amplitude: 0.05, knock: 0.7 }, ['-b:a', '64k'], 'mp3'],
    // At the target loudness, so that only the format requires a copy.
    ['a 24-bit, 96 kHz WAV becomes AAC', 'wav', { amplitude: 10 ** (-13 / 20) }, WAV_24, 'aac'],
  ] as const)(
    '%s of the same length, and peaks at −1 dB at most',
    async (_what, from, sound, encoding, codec) => {
      const { server, upload, publish, recording, track, work } = await open('ffmpeg');
      const original = encode(server, tone(4, sound), ['-ac', '2', ...encoding], from);
      const path = await upload(`in.${from}`, original);
      const id = await publish('music', path);
      work();
      await expect.poll(() => recording(path), POLLING).toMatchObject({ state: 'levelled' });
      const known = await recording(path);
      expect((await track(id)).audio_url).toBe(known.levelled_path);
      expect(known.levelled_peak_db).toBeLessThanOrEqual(-1);
      const extension = codec === 'mp3' ? 'mp3' : 'm4a';
      expect(known.levelled_path).toMatch(new RegExp(`\\.${extension}$`));
      const heard = await measureHeard(server, known.levelled_path, extension);
      expect(heard).toMatchObject({ codec, channels: 2 });
      expect(heard.bytes).toBeLessThan((128_000 * 4) / 8 + 12_000);
      expect(Math.abs(heard.seconds - Number(known.seconds))).toBeLessThanOrEqual(0.05);
      const kept = await fetch(server.url + path);
      expect((await kept.arrayBuffer()).byteLength).toBe(original.length);
      expect(leftovers(server)).toEqual([]);
    },
    60_000,
  );

  test('stopping the server ends ffmpeg and leaves no files; the next start begins again, reports its progress and stops on request; the next recording follows', async () => {
    const { server, upload, publish, post, recording, work } = await open('ffmpeg');
    const path = await upload('long.wav', tone(240, { amplitude: 0.05 }));
    await publish('meditation', path);
    const stopWork = work();
    await expect
      .poll(async () => (await recording(path)).state, { ...POLLING, interval: 5 })
      .toBe('measuring');
    const began = performance.now();
    await stopWork();
    expect(performance.now() - began).toBeLessThan(1000);
    expect((await recording(path)).state).toBe('measuring');
    expect(leftovers(server)).toEqual([]);

    await changeRows(server.db, 'recordings', { path }, { progress: null });
    const next = await upload('next.wav', tone(2, { amplitude: 0.05 }));
    work();
    const often = { ...POLLING, interval: 20 };
    await expect.poll(async () => (await recording(path)).progress, often).toBeGreaterThan(0);
    const stop = () => post('/admin/v1/recordings/stop', { path });
    expect((await stop()).status).toBe(200);
    await expect.poll(() => recording(next), POLLING).toMatchObject({ state: 'measured' });
    expect(await recording(path)).toMatchObject({ is_stopped: true, levelled_path: null });
    expect(leftovers(server)).toEqual([]);
    const again = await post('/admin/v1/recordings/measure', { path });
    expect(again.status).toBe(202);
    expect(await recording(path)).toMatchObject({ is_stopped: false });
  }, 60_000);
});
