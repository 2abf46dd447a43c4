import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { publicObjectPath } from '#contract/words/paths.ts';
import { ensureBuilt } from '#server/cli/build.ts';
import { type AttackReport, attack } from '#tests/hostile/attack.ts';
import { createTarget } from '#tests/hostile/people.ts';
import { startEmbeddedPostgres } from '#tests/support/embedded-postgres.ts';
import { fetchAdminToken, startServerProcess } from '#tests/support/server-process.ts';

// `npm run hostile -- --requests 100000 --seed 7`: the built server on both engines under mostly valid,
// costly and forged questions. Ends with 1 at any finding; the same seed asks the same again.

/** Nobody waits longer than this for an answer. */
const SLOW_MS = 2000;
/** `/healthz` is never later than this, whatever anybody asks. */
const HEALTH_MS = 50;
/** What the server may hold afterwards over what it held once warm. */
const MEMORY_FACTOR = 1.5;
const WARM_UP = 2000;
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

/** Resident memory in MiB, where the system tells it. */
function readMemory(pid: number): number | undefined {
  try {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}

function tell(engine: string, report: AttackReport): void {
  console.log(`${engine}: ${report.requests} requests, seed ${seed}`);
  console.log(`  ${(report.succeeded * 100).toFixed(1)} % succeeded`, report.byStatus);
  console.log(
    `  slowest answer ${Math.round(report.slowest)} ms, /healthz at worst ${Math.round(report.healthWorst)} ms`,
  );
  for (const finding of report.findings.slice(0, 40)) console.log(`  FOUND ${finding}`);
}

/** How many findings there were. */
async function run(engine: string): Promise<number> {
  const postgres = engine === 'postgres' ? await startEmbeddedPostgres() : undefined;
  const server = await startServerProcess({
    env: { AUTH_RATE_LIMIT: '0', ...(postgres && { DATABASE_URL: `${postgres.url}/postgres` }) },
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
    const options = { seed, hands: 16, slowMs: SLOW_MS };
    await attack(target, { ...options, requests: Math.min(WARM_UP, requests) });
    const before = readMemory(server.pid);
    const report = await attack(target, {
      ...options,
      requests,
      seed: seed + 1_000_000,
      onProgress: (done) => {
        if (done % 10_000 === 0) console.log(`  ${engine}: ${done}`);
      },
    });
    await pause(SETTLE_MS);
    const after = readMemory(server.pid);
    tell(engine, report);
    console.log(
      `  memory ${before?.toFixed(0)} MiB when warm, ${after?.toFixed(0)} MiB afterwards`,
    );
    const isFull = before !== undefined && after !== undefined && after > before * MEMORY_FACTOR;
    const isLate = report.healthWorst > HEALTH_MS;
    const isVain = report.succeeded < 1 / 3;
    if (isFull) console.log(`  FOUND more than ${MEMORY_FACTOR} times the memory`);
    if (isLate) console.log(`  FOUND /healthz later than ${HEALTH_MS} ms`);
    if (isVain) console.log('  FOUND less than a third succeeded');
    return report.findings.length + Number(isFull) + Number(isLate) + Number(isVain);
  } finally {
    await server.stop();
    await postgres?.stop();
  }
}

await ensureBuilt(console.log);
let findings = 0;
for (const engine of values.engine) findings += await run(engine);
process.exit(findings === 0 ? 0 : 1);
