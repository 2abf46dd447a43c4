import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export async function hasNginx(): Promise<boolean> {
  const tries = [run('nginx', ['-v']), run('openssl', ['version'])];
  return (await Promise.allSettled(tries)).every(({ status }) => status === 'fulfilled');
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

/** As a certificate for 127.0.0.1 would come from whoever gives them out. */
async function makeCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const words = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x';
  const name = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  await run('openssl', ['req', ...words.split(' '), ...name]);
  return readFileSync(certificate, 'utf8');
}

const FROM_DISK = `
  location ^~ /storage/v1/object/public/ {
    alias /var/lib/cradlesong/storage/;
    sendfile on;
    tcp_nopush on;
  }
`;

interface Front {
  /** With recordings from disk as well, which asks nobody: what X-Accel is measured against. */
  readonly isOpen?: boolean;
  /** A second server, as the file shows it. */
  readonly second?: string;
}

/**
 * nginx with the configuration we ship, in front of `upstream` and over the files of `dataDir`. What it answers by TLS
 * it answers without as well, on an address of its own.
 */
export async function startNginx(
  upstream: string,
  dataDir: string,
  { isOpen = false, second }: Front = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-nginx-'));
  const [plain, tls, bare] = [await freePort(), await freePort(), await freePort()];
  const certificate = await makeCertificate(folder);
  const acmeFolder = join(folder, 'acme');
  mkdirSync(acmeFolder);
  const shipped = readFileSync(resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
    .replace('listen 80', `listen 127.0.0.1:${bare}`)
    .replace('listen 443 ssl http2;', (line) =>
      [`listen 127.0.0.1:${plain};`, line.replace('443', `127.0.0.1:${tls}`)].join('\n  '),
    )
    .replace('127.0.0.1:4310', new URL(upstream).host)
    .replace('# server 10.0.0.2:4310', (line) =>
      second === undefined ? line : `server ${new URL(second).host}`,
    )
    .replace('  # Covers straight', (line) => (isOpen ? FROM_DISK + line : line))
    .replaceAll('/etc/letsencrypt/live/cradlesong.example', folder)
    .replaceAll('/var/www/acme', acmeFolder)
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
  const url = `http://127.0.0.1:${plain}`;
  await waitUntilAnswering(url);
  return {
    url,
    tlsUrl: `https://127.0.0.1:${tls}`,
    certificate,
    /** The door that only leads to TLS, and the folder that proves whose machine it is. */
    bareUrl: `http://127.0.0.1:${bare}`,
    acmeFolder,
    async stop() {
      const gone = new Promise((done) => nginx.once('exit', done));
      nginx.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
