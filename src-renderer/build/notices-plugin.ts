import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Served and packaged with the licences of the bundled packages. */
const NOTICES_FILE = 'third-party-notices.txt';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
}

const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Folders of the packages that are installed with a server, relative to the root. */
function readInstalled(root: string): string[] {
  // lockfileVersion 3
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder]) => join(root, folder))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

function describe(folder: string): string {
  // Every npm package has these three; old ones state the licence as an object.
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string | { type: string } };
  const kind = typeof license === 'string' ? license : (license?.type ?? 'see below');
  const texts = globSync('{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}*', { cwd: folder })
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${kind})`, '', ...texts].join('\n');
}

/** The notices of all packages in these folders, without duplicates. */
function renderNotices(folders: Iterable<string>): string {
  const entries = [...new Set([...folders].map(describe))].sort();
  return `${['Cradlesong contains the following packages.', ...entries].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}

/** Writes the notices of the packages bundled into pages or installed with the server. */
export function writeNotices(): Plugin {
  let root = '';
  return {
    name: 'third-party-notices',
    apply: 'build',
    configResolved(config) {
      root = dirname(config.root);
    },
    generateBundle(_options, bundle) {
      const bundled = Object.values(bundle)
        .flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
        .flatMap((id) => packageFolder.exec(id)?.[1] ?? []);
      this.emitFile({
        type: 'asset',
        fileName: NOTICES_FILE,
        source: renderNotices([...bundled, ...readInstalled(root)]),
      });
    },
  };
}
