import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { audioContentSchema } from '#contract/rows/audio-content-schema.ts';
import { catalogue } from '#db/seeds/content.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/servers/server-process.ts';

describe('the built server', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess();
  });
  afterAll(() => server.stop());

  test('[E2] has the ten meditations, each with its length, picture and description', async () => {
    const answer = await fetch(`${server.url}/rest/v1/audio_content?order=id&limit=10`);
    const tracks = z.array(audioContentSchema).parse(await answer.json());
    expect(tracks.map(({ id, title, duration }) => [id, title, Math.round(duration / 60)])).toEqual(
      catalogue
        .slice(0, 10)
        .map(({ id, title, durationSeconds }) => [id, title, durationSeconds / 60]),
    );
    for (const { image_url, audio_url, description } of tracks) {
      expect(description).toBeTruthy();
      const files = [image_url ?? '', audio_url].map((path) => new URL(path, server.url));
      const found = await Promise.all(files.map((file) => fetch(file, { method: 'HEAD' })));
      expect(found.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('answers a read that runs in a separate thread', async () => {
    const path = '/rest/v1/audio_content?select=id&title=match.^Morning&order=id';
    const answer = await fetch(`${server.url}${path}`);
    expect([answer.status, await answer.json()]).toEqual([200, [{ id: 1 }]]);
  });
});
