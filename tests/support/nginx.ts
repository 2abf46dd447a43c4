import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

export async function hasNginx(): Promise<boolean> {
  return promisify(execFile)('nginx', ['-v']).then(
    () => true,
    () => false,
  );
}

async function waitUntilAnswering(url: string) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`nginx does not answer on ${url}`);
}

const COVERS_FROM_DISK = '/storage/v1/object/public/images/ {';

/**
 * nginx with the configuration we ship, in front of `upstream` and over the files of `dataDir`;
 * `isOpen`: with recordings from disk as well, which asks nobody.
 */
export async function startNginx(upstream: string, dataDir: string, { isOpen = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-nginx-'));
  const port = await freePort();
  const shipped = readFileSync(resolve(import.meta.dirname, '../../docs/nginx.conf'), 'utf8')
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:4310', new URL(upstream).host)
    .replace(COVERS_FROM_DISK, isOpen ? '/storage/v1/object/public/ {' : COVERS_FROM_DISK)
    .replace('storage/images/;', isOpen ? 'storage/;' : 'storage/images/;')
    .replaceAll('/var/lib/cradlesong', dataDir);
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `user ${userInfo().username};
worker_processes 1;
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  types { audio/mpeg mp3; image/svg+xml svg; image/webp webp; }
${scratch.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${shipped}
}
`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswering(url);
  return {
    url,
    async stop() {
      const gone = new Promise((done) => nginx.once('exit', done));
      nginx.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
