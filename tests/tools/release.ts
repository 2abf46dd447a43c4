import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { packRelease } from './release-tarball.ts';
import {
  findHistoryFaults,
  listMigrations,
  RELEASED_FILE,
  readReleased,
  renderReleased,
} from './released-migrations.ts';

// `npm run release -- minor`: creates a version with the changes under Unreleased in CHANGELOG.md, commits and tags it,
// and pushes nothing. `npm run release`: packs the current version into out/release.

const root = resolve(import.meta.dirname, '../..');
const UNRELEASED = '## Unreleased';

function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { cwd: root, encoding: 'utf8' }).trim();
}

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}

const [step] = process.argv.slice(2);
if (step === undefined) {
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
  console.log(packRelease());
  process.exit(0);
}
if (!z.enum(['major', 'minor', 'patch']).safeParse(step).success) {
  stop('Give npm run release -- major, minor or patch; npm run release packs the current version.');
}
if (run('git', 'status', '--porcelain') !== '') {
  stop('There are uncommitted changes. Commit or stash them first.');
}
const changelogFile = join(root, 'CHANGELOG.md');
const changelog = readFileSync(changelogFile, 'utf8');
if (!changelog.includes(UNRELEASED)) stop(`CHANGELOG.md has no "${UNRELEASED}".`);
const migrations = await listMigrations();
const faults = findHistoryFaults(readReleased(), migrations);
if (faults.length > 0) stop(faults.join('\n'));

const version = run('npm', 'version', step, '--no-git-tag-version').slice(1);
const today = new Date().toISOString().slice(0, 10);
writeFileSync(
  changelogFile,
  changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${today})`),
);
writeFileSync(RELEASED_FILE, renderReleased(migrations));
run('git', 'commit', '--all', '--message', `chore: release ${version}`);
run('git', 'tag', `v${version}`);
console.log(
  `Released ${version} here. To pack it: npm run release. To publish it: git push --follow-tags`,
);
