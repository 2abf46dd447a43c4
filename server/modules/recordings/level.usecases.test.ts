import { expect, test } from 'vitest';
import { storedObjectSchema } from '#contract/calls/storage.ts';
import { TARGET_LUFS } from '#contract/rows/recordings.ts';
import { readRow } from '#tests/support/databases/create-test-db.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { type LevelDeps, levelRecording, measureRecording } from './level.usecases.ts';
import { stopRecording } from './recordings.repository.ts';
import { measureAgain } from './recordings.usecases.ts';

const AT_THE_TARGET = {
  codec: 'mp3',
  bitrate: 96_000,
  sampleRate: 44_100,
  channels: 1,
  seconds: 8,
  loudness: TARGET_LUFS,
  truePeak: -3,
  peaks: [],
};

test.each([
  ['queued again with another bitrate', 'waiting', false],
  ['stopped', undefined, true],
])(
  'a recording that is %s during its processing stays so when the processing ends',
  async (_, state, is_stopped) => {
    const server = await createTestServer();
    const sent = await uploadFile(server, await fetchAdminToken(server), 'audio/a.mp3', mp3(10));
    const { path } = storedObjectSchema.parse(await sent.json());
    const act = (deps: LevelDeps) =>
      is_stopped ? stopRecording(deps, path) : measureAgain(deps, { path, kbits: 64 });
    const deps: LevelDeps = {
      ...server.deps,
      ffmpeg: {
        isInstalled: async () => true,
        convert: async () => undefined,
        async measure() {
          expect(await act(deps)).toBe(true);
          return AT_THE_TARGET;
        },
      },
    };
    const { signal } = new AbortController();
    await measureRecording(deps, path, signal);
    const recording = () => readRow(server.db, 'recordings', { path });
    expect(await recording()).toMatchObject({ state: state ?? 'measuring', is_stopped });
    const job = { path, playing: path, kind: 'music', wanted_kbits: null } as const;
    await levelRecording(deps, job, signal);
    expect(await recording()).toMatchObject({ state: state ?? 'levelling', is_stopped });
  },
);
