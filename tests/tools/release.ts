import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { addRelease, nextVersion, renderRelease } from './changelog.ts';
import { packRelease } from './release-tarball.ts';
import {
  findHistoryFaults,
  listMigrations,
  RELEASED_FILE,
  readReleased,
  renderReleased,
} from './released-migrations.ts';

// `npm run release -- minor`: creates a version, its section in CHANGELOG.md, a commit and a tag, without pushing. `npm
// run release`: packs the current version into out/release.

const root = resolve(import.meta.dirname, '../..');
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const readText = (file: string) => readFileSync(join(root, file), 'utf8');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
if (positionals.length === 0 && !values['dry-run']) {
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
  console.log(packRelease());
  process.exit(0);
}
const step = z.enum(['major', 'minor', 'patch']).safeParse(positionals[0]);
if (!step.success || positionals.length !== 1) {
  console.error(
    'Missing argument: npm run release -- major|minor|patch [--dry-run]; npm run release alone packs the current version',
  );
  process.exit(1);
}
if (!values['dry-run'] && git('status', '--porcelain') !== '') {
  console.error('There are uncommitted changes. Commit or stash them first.');
  process.exit(1);
}

const migrations = await listMigrations();
const faults = findHistoryFaults(readReleased(), migrations);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

const { version: current } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readText('package.json')));
const version = nextVersion(current, step.data);
const lastTag = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')[0];
const subjects = git('log', '--format=%s', ...(lastTag ? [`${lastTag}..HEAD`] : [])).split('\n');
const release = renderRelease(version, new Date().toISOString().slice(0, 10), subjects);
if (values['dry-run']) {
  console.log(release);
} else {
  writeFileSync(join(root, 'CHANGELOG.md'), addRelease(readText('CHANGELOG.md'), release));
  writeFileSync(RELEASED_FILE, renderReleased(migrations));
  execFileSync('npm', ['version', version, '--no-git-tag-version'], {
    cwd: root,
    stdio: 'inherit',
  });
  git('commit', '--all', '--message', `chore: release ${version}`);
  git('tag', `v${version}`);
  console.log(
    `Released ${version} here. To pack it: npm run release. To publish it: git push --follow-tags`,
  );
}
