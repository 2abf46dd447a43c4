import { parseArgs } from 'node:util';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { ensureBuilt } from '#server/cli/build.ts';
import { attack } from '#tests/hostile/attack.ts';
import { createTarget } from '#tests/hostile/people.ts';
import { startEmbeddedPostgres } from '#tests/support/databases/embedded-postgres.ts';
import { fetchAdminToken, startServerProcess } from '#tests/support/servers/server-process.ts';

// `node tests/tools/hostile.ts --requests 100000 --seed 7`: sends mostly valid, costly and forged requests to the built
// server on both engines. Exits with 1 on any finding; the same seed repeats the same requests.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
});
/** Limit for a response. */
const SLOW_MS = 2_000;
/** Limit for `/healthz`: includes the wait for parallel requests, and is below the timeouts of load balancers. */
const HEALTH_MS = 250;

async function findFaults(engine: string): Promise<string[]> {
  const postgres = engine === 'postgres' ? await startEmbeddedPostgres() : undefined;
  const server = await startServerProcess({
    env: {
      AUTH_RATE_LIMIT: '0',
      ...(postgres && { DATABASE_URL: `${postgres.url}/postgres` }),
    },
  });
  try {
    const tracks = await fetch(`${server.url}/rest/v1/audio_content?select=audio_url&limit=1`);
    const [track] = (await tracks.json()) as { audio_url: string }[];
    const recording = track?.audio_url ?? publicObjectPath('audio', 'none.mp3');
    const target = await createTarget(server.url, await fetchAdminToken(server), recording);
    const report = await attack(target, {
      requests: Number(values.requests),
      seed: Number(values.seed),
      parallel: 16,
      slowMs: SLOW_MS,
    });
    const { findings, ...measured } = report;
    console.log(engine, measured);
    return [
      ...findings,
      ...(report.healthWorst > HEALTH_MS ? [`/healthz took longer than ${HEALTH_MS} ms`] : []),
      ...(report.succeeded < 1 / 3 ? ['less than a third of the requests succeeded'] : []),
    ];
  } finally {
    await server.stop();
    await postgres?.stop();
  }
}

await ensureBuilt(console.log);
for (const engine of values.engine) {
  for (const finding of await findFaults(engine)) {
    console.log(`FOUND ${finding}`);
    process.exitCode = 1;
  }
}
