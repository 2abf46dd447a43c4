import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { ensureBuilt } from '#server/cli/build.ts';
import { adminAtScale } from './admin-at-scale.ts';
import { appScreens } from './app-screens.ts';
import { audioRange } from './audio-range.ts';
import { eventStreams } from './event-streams.ts';
import { firstLoad } from './first-load.ts';
import { growth } from './growth.ts';
import { list } from './list.ts';
import { isWithinBudget, type Measurement, type Measurements } from './measure.ts';
import { peers } from './peers.ts';
import { seekToSound } from './seek-to-sound.ts';
import { signInStorm } from './sign-in-storm.ts';
import { start } from './start.ts';
import { tapToSound } from './tap-to-sound.ts';
import { trackGap } from './track-gap.ts';

// Measures the budgets of docs/architecture.md: npm run bench [-- list start]
const BENCHES: Record<string, () => Measurements> = {
  list,
  'audio-range': audioRange,
  'event-streams': eventStreams,
  'sign-in-storm': signInStorm,
  start,
  'first-load': firstLoad,
  'tap-to-sound': tapToSound,
  'seek-to-sound': seekToSound,
  'track-gap': trackGap,
  'app-screens': appScreens,
  growth,
  'admin-at-scale': adminAtScale,
  peers,
};

const requested = process.argv.slice(2);
const unknown = requested.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  const names = Object.keys(BENCHES).join(', ');
  process.stderr.write(`No bench is called "${unknown}". There are: ${names}.\n`);
  process.exit(2);
}

function describe(measurement: Measurement): string {
  const { name, value, unit, budget } = measurement;
  const shown = `${name.padEnd(58)} ${`${value.toPrecision(3)} ${unit}`.padStart(14)}`;
  if (!budget) return shown;
  const limit = 'atLeast' in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`;
  return `${shown}  ${limit.padEnd(8)} ${isWithinBudget(measurement) ? 'ok' : 'over'}`;
}

await ensureBuilt(console.log);
const measurements: Measurement[] = [];
const failed: string[] = [];
for (const [name, run] of Object.entries(BENCHES)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  try {
    for await (const measurement of run()) {
      measurements.push(measurement);
      console.log(describe(measurement));
    }
  } catch (error) {
    // Continues with the other benches.
    failed.push(name);
    console.log(`${name.padEnd(58)} FAILED: ${error instanceof Error ? error.stack : error}`);
  }
}

const folder = resolve(import.meta.dirname, '../../bench-results');
mkdirSync(folder, { recursive: true });
const now = new Date().toISOString();
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
const file = resolve(folder, `${now.slice(0, 16).replaceAll(':', '')}.json`);
writeFileSync(file, `${JSON.stringify({ now, machine, measurements, failed }, null, 2)}\n`);
process.exit(failed.length === 0 && measurements.every(isWithinBudget) ? 0 : 1);
