import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { publicObjectPath } from '#contract/words/paths.ts';
import { ensureBuilt } from '#server/cli/build.ts';
import { type AttackReport, attack } from '#tests/hostile/attack.ts';
import { createTarget } from '#tests/hostile/people.ts';
import { readSettledMemory } from '#tests/hostile/settled-memory.ts';
import { startProcess } from '#tests/support/child-process.ts';
import { startEmbeddedPostgres } from '#tests/support/embedded-postgres.ts';
import { fetchAdminToken, startServerProcess } from '#tests/support/server-process.ts';

// `npm run hostile -- --requests 100000 --seed 7`: the built server on both engines under mostly valid,
// costly and forged questions. Ends with 1 at any finding; the same seed asks the same again.

/** Nobody waits longer than this for an answer. */
const SLOW_MS = 2000;
/** No request of anybody makes `/healthz` later by more than this than a server with nothing to do. */
const HEALTH_MS = 50;
/** Sixteen at once wait for each other as well; no balancer takes the server for dead. */
const CROWDED_HEALTH_MS = 250;
/** So many of all requests are asked again one by one, for what each of them delays. */
const ALONE = 0.1;
const BARE = resolve(import.meta.dirname, '../hostile/bare.process.ts');
/** What the server may hold afterwards, collected, over what it held once warm. */
const MEMORY_FACTOR = 1.5;
/** Fills what is kept on purpose: answers, statements, plans. */
const WARM_UP = 10_000;
const SETTLE_MS = 10_000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);

function tell(engine: string, report: AttackReport): void {
  console.log(`${engine}: ${report.requests} requests, seed ${seed}`);
  console.log(`  ${(report.succeeded * 100).toFixed(1)} % succeeded`, report.byStatus);
  console.log(
    `  slowest answer ${Math.round(report.slowest)} ms, /healthz at worst ${Math.round(report.healthWorst)} ms, a bare server ${Math.round(report.bareWorst)} ms`,
  );
  for (const finding of report.findings.slice(0, 40)) console.log(`  FOUND ${finding}`);
}

/** How many findings there were. */
async function run(engine: string): Promise<number> {
  const postgres = engine === 'postgres' ? await startEmbeddedPostgres() : undefined;
  const bare = await startProcess(process.execPath, [BARE]);
  const server = await startServerProcess({
    env: {
      AUTH_RATE_LIMIT: '0',
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
      ...(postgres && { DATABASE_URL: `${postgres.url}/postgres` }),
    },
  });
  try {
    const [track] = (await (
      await fetch(`${server.url}/rest/v1/audio_content?select=audio_url&limit=1`)
    ).json()) as { audio_url: string }[];
    const target = await createTarget(
      server.url,
      await fetchAdminToken(server),
      track?.audio_url ?? publicObjectPath('audio', 'none.mp3'),
    );
    const options = { seed, hands: 16, slowMs: SLOW_MS, bareUrl: bare.url };
    await attack(target, { ...options, requests: Math.min(WARM_UP, requests) });
    const before = await readSettledMemory(server.output());
    const report = await attack(target, {
      ...options,
      requests,
      seed: seed + 1_000_000,
      onProgress: (done) => {
        if (done % 10_000 === 0) console.log(`  ${engine}: ${done}`);
      },
    });
    const alone = await attack(target, {
      ...options,
      hands: 1,
      requests: requests * ALONE,
      seed: seed + 2_000_000,
    });
    await pause(SETTLE_MS);
    const after = await readSettledMemory(server.output());
    tell(engine, report);
    tell(`${engine}, one by one`, alone);
    console.log(
      `  held ${before.held.toFixed(0)} MiB when warm, ${after.held.toFixed(0)} MiB afterwards; resident ${before.resident.toFixed(0)} and ${after.resident.toFixed(0)} MiB`,
    );
    const isFull = after.held > before.held * MEMORY_FACTOR;
    const isLate =
      alone.healthWorst - alone.bareWorst > HEALTH_MS ||
      report.healthWorst - report.bareWorst > CROWDED_HEALTH_MS;
    const isVain = report.succeeded < 1 / 3;
    if (isFull) console.log(`  FOUND more than ${MEMORY_FACTOR} times the memory`);
    if (isLate) console.log(`  FOUND /healthz later than it may be`);
    if (isVain) console.log('  FOUND less than a third succeeded');
    const told = report.findings.length + alone.findings.length;
    return told + Number(isFull) + Number(isLate) + Number(isVain);
  } finally {
    await server.stop();
    await bare.stop();
    await postgres?.stop();
  }
}

await ensureBuilt(console.log);
let findings = 0;
for (const engine of values.engine) findings += await run(engine);
process.exit(findings === 0 ? 0 : 1);
