import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

// `npm test` runs the checks and all tests. `npm test -- --project server contract/tables` runs only those tests.
// `npm test -- suites` runs the tests of the contract that use the official clients.
const root = resolve(import.meta.dirname, '../..');
const given = process.argv.slice(2);

/** Our tests with the official clients; the clients' own tests are not published. */
const SUITES = [
  'tests/contract/auth/',
  'tests/contract/tables/',
  'tests/contract/realtime-client.test.ts',
  'tests/contract/storage/clients.test.ts',
];

function run(...words: string[]): void {
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function printScope(): void {
  const { devDependencies, dependencies } = JSON.parse(
    readFileSync(resolve(root, 'package.json'), 'utf8'),
  );
  const clients = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
    ([name, version]) => `${name}@${version}`.includes('@supabase/'),
  );
  console.log('Auth, tables, realtime and storage, with these clients:');
  for (const [name, version] of clients) console.log(`  ${name} ${version}`);
  console.log('The table in docs/contract.md lists what is refused.\n');
}

const isSuites = given[0] === 'suites';
if (given.length === 0) run('tests/tools/check.ts');
if (isSuites) printScope();
const words = isSuites ? ['--project', 'server', ...SUITES, ...given.slice(1)] : given;
run('node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', ...words);
