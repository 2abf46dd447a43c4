import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SETTINGS } from '#server/core/config/settings.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Variables of other software: PostgreSQL, the store, Node. */
const OF_OTHERS = /^(POSTGRES_|ROOT_|AWS_|NODE_ENV$)/;

test.each([
  ['Dockerfile', /\b([A-Z][A-Z_]+)=/g],
  ['deploy/cradlesong.service', /[ =]([A-Z][A-Z_]+)=/g],
  ['deploy/compose.yaml', /^ +([A-Z][A-Z_]+): /gm],
  ['deploy/kubernetes.yaml', /(?:name: |^ +)([A-Z][A-Z_]+)(?:,|: )/gm],
])('%s sets only existing settings', (file, pattern) => {
  const names = [...read(file).matchAll(pattern)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(2);
  const unknown = names.filter((name) => !(name in SETTINGS) && !OF_OTHERS.test(name));
  expect(unknown.filter((name) => name !== 'PACKAGES')).toEqual([]);
});

test('the sources that the image copies exist, and .dockerignore does not exclude them', () => {
  const kept = read('.dockerignore').split('\n');
  const copied = [...read('Dockerfile').matchAll(/--from=build \/src\/(\S+)/g)].map(
    ([, path = '']) => path,
  );
  expect(copied.length).toBeGreaterThan(4);
  for (const path of copied.filter((it) => !it.startsWith('out/'))) {
    expect([path, existsSync(join(root, path)), kept.includes(path)]).toEqual([path, true, false]);
  }
});

test('every image has a version', () => {
  const images = [
    ...`${read('deploy/compose.yaml')}${read('Dockerfile')}`.matchAll(/(?:image:|^FROM) (\S+)/gm),
  ];
  const named = images.map(([, image = '']) => image).filter((image) => image !== 'cradlesong');
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((image) => !/:v?\d+\.\d+/.test(image))).toEqual([]);
});

test('the compose file’s nginx uses both servers, and resolves their addresses again', async () => {
  const [, command = ''] =
    /(sed -e[\s\S]*?)\/shipped\.conf/.exec(read('deploy/compose.yaml')) ?? [];
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `${command.replaceAll(/\s*\n\s*/g, ' ')} ${join(root, 'deploy/nginx.conf')}`,
  ]);
  const [, upstream = ''] = /upstream cradlesong \{([\s\S]*?)\}/.exec(stdout) ?? [];
  expect(upstream).toMatch(/^ zone cradlesong 64k; resolver 127\.0\.0\.11 valid=5s;$/m);
  const servers = [...upstream.matchAll(/^ +server (.*);$/gm)].map(([, line]) => line);
  expect(servers).toEqual([
    'server-1:4310 resolve max_fails=3 fail_timeout=5s',
    'server-2:4310 resolve max_fails=3 fail_timeout=5s',
    'server-1:4310 resolve max_fails=0 backup',
    'server-2:4310 resolve max_fails=0 backup',
  ]);
});

const analyze = () => {
  const units = globSync('deploy/cradlesong.*', { cwd: root }).map((unit) => join(root, unit));
  const service = units.filter((unit) => unit.endsWith('.service'));
  return promisify(execFile)('systemd-analyze', ['security', '--offline=true', ...service]);
};
const judged = await analyze().catch(() => undefined);

test.skipIf(judged === undefined)('systemd rates the unit’s exposure at 3 of 10 or less', () => {
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(judged?.stdout ?? '') ?? [];
  expect(Number(exposure)).toBeLessThanOrEqual(3);
});
