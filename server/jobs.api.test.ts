import { expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { startServerJobs } from './jobs.ts';

test('[M12] tracks that became due while no server ran are published soon after the start, without a request', async () => {
  const server = await createTestServer({
    rows: {
      audio_content: [buildTrack({ enabled: false, publish_at: '2026-01-01T06:00:00.000Z' })],
    },
  });
  const titles = async () => {
    const { data } = await server.supabase().from('audio_content').select('title').throwOnError();
    return data.map(({ title }) => title);
  };
  expect(await titles()).toEqual([]);
  const stop = startServerJobs(server.deps);
  await expect.poll(titles, { timeout: 10_000 }).toEqual(['Still Waters']);
  await stop();
});
