import { spawn } from 'node:child_process';

/**
 * All at once, since each alone leaves a core idle: together they take as long as the slowest. The compiler keeps
 * what it knows in node_modules/.cache, and looks only at what has changed since.
 */
const CHECKS = {
  'format and lint': 'biome ci .',
  types: 'tsc --incremental --tsBuildInfoFile node_modules/.cache/check.tsbuildinfo',
  'dead code': 'knip',
  'architecture and documents': 'vitest run --config tests/vitest.config.ts --project architecture',
};

/** Runs it by the machine's shell, which finds what `npm run` has put on the path; prints what it said if it failed. */
function run([name, command]: [string, string]): Promise<boolean> {
  const began = performance.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => said.push(part));
  child.stderr.on('data', (part: Buffer) => said.push(part));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (code !== 0) process.stdout.write(`\n$ ${command}\n${Buffer.concat(said)}\n`);
      console.log(`${code === 0 ? 'good' : 'BAD '}  ${name} (${seconds} s)`);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(Object.entries(CHECKS).map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
