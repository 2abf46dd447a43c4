import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { ensureBuilt } from '#server/cli/build.ts';
import { adminAtScaleBench } from './admin-at-scale.ts';
import { appScreensBench } from './app-screens.ts';
import { audioRangeBench } from './audio-range.ts';
import { eventStreamsBench } from './event-streams.ts';
import { firstLoadBench } from './first-load.ts';
import { growthBench } from './growth.ts';
import { listBench } from './list.ts';
import { type Bench, isWithinBudget, type Measurement } from './measure.ts';
import { peersBench } from './peers.ts';
import { seekToSoundBench } from './seek-to-sound.ts';
import { signInStormBench } from './sign-in-storm.ts';
import { startBench } from './start.ts';
import { tapToSoundBench } from './tap-to-sound.ts';
import { trackGapBench } from './track-gap.ts';

// Measures the budgets of docs/architecture.md: npm run bench [-- list start]
const BENCHES: Bench[] = [
  listBench,
  audioRangeBench,
  eventStreamsBench,
  signInStormBench,
  startBench,
  firstLoadBench,
  tapToSoundBench,
  seekToSoundBench,
  trackGapBench,
  appScreensBench,
  growthBench,
  adminAtScaleBench,
  peersBench,
];

const requested = process.argv.slice(2);
const unknown = requested.find((name) => BENCHES.every((bench) => bench.name !== name));
if (unknown !== undefined) {
  const names = BENCHES.map(({ name }) => name).join(', ');
  process.stderr.write(`No bench is called "${unknown}". There are: ${names}.\n`);
  process.exit(2);
}
const chosen = BENCHES.filter(({ name }) => requested.length === 0 || requested.includes(name));

function describe(measurement: Measurement): string {
  const { name, value, unit, budget } = measurement;
  const shown = `${value.toPrecision(3)} ${unit}`.padStart(14);
  if (!budget) return `${name.padEnd(58)} ${shown}`;
  const limit = 'atLeast' in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`;
  return `${name.padEnd(58)} ${shown}  ${limit.padEnd(8)} ${isWithinBudget(measurement) ? 'ok' : 'over'}`;
}

await ensureBuilt(console.log);
const measurements: Measurement[] = [];
const failed: string[] = [];
for (const bench of chosen) {
  try {
    for (const measurement of await bench.run()) {
      measurements.push(measurement);
      console.log(describe(measurement));
    }
  } catch (error) {
    // Continues with the other benches.
    failed.push(bench.name);
    console.log(`${bench.name.padEnd(58)} FAILED: ${error instanceof Error ? error.stack : error}`);
  }
}

const folder = resolve(import.meta.dirname, '../../bench-results');
mkdirSync(folder, { recursive: true });
const now = new Date().toISOString();
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
const file = resolve(folder, `${now.slice(0, 16).replaceAll(':', '')}.json`);
writeFileSync(file, `${JSON.stringify({ now, machine, measurements, failed }, null, 2)}\n`);
process.exit(failed.length === 0 && measurements.every(isWithinBudget) ? 0 : 1);
