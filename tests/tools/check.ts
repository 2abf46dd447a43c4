import { spawn } from 'node:child_process';

/**
 * `npm run check` checks; `npm run check -- --fix` formats and writes the generated documents. The checks run in
 * parallel, because each alone leaves a core idle. The compiler caches in node_modules/.cache and checks only changes.
 */
const CHECKS = {
  'format and lint': 'biome ci .',
  types: 'tsc --incremental --tsBuildInfoFile node_modules/.cache/check.tsbuildinfo',
  'dead code': 'knip',
  'architecture and documents': 'vitest run --config tests/vitest.config.ts --project architecture',
};

/** Uses a shell for the PATH of `npm run`; prints the output on failure. */
function run([name, command]: [string, string]): Promise<boolean> {
  const began = performance.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => output.push(part));
  child.stderr.on('data', (part: Buffer) => output.push(part));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (code !== 0) process.stdout.write(`\n$ ${command}\n${Buffer.concat(output)}\n`);
      console.log(`${code === 0 ? 'good' : 'BAD '}  ${name} (${seconds} s)`);
      resolve(code === 0);
    });
  });
}

const FIXES = {
  'format and safe fixes': 'biome check --write .',
  'generated documents': 'node tests/tools/generated-docs.ts',
};

const checks = process.argv.includes('--fix') ? FIXES : CHECKS;
const results = await Promise.all(Object.entries(checks).map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
