import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeCertificate } from './certificate.ts';
import { stopChild } from './child-process.ts';
import { freePort } from './free-port.ts';
import { waitUntilListening } from './ports.ts';

const run = promisify(execFile);

export async function hasNginx(): Promise<boolean> {
  const tries = [run('nginx', ['-v']), run('openssl', ['version'])];
  return (await Promise.allSettled(tries)).every(({ status }) => status === 'fulfilled');
}

const FROM_DISK = `
  location ^~ /storage/v1/object/public/ {
    alias /var/lib/cradlesong/storage/;
    sendfile on;
    tcp_nopush on;
  }
`;

interface Front {
  /** Serves recordings from disk without authorisation by the server: the baseline for X-Accel. */
  readonly isOpen?: boolean;
  /** An additional server block. */
  readonly second?: string;
  /** Keeps the rate limits per address; by default they are removed, because a load test has one address. */
  readonly isLimited?: boolean;
}

/**
 * nginx with the shipped configuration, in front of `upstream` and the files in `dataDir`. Each TLS server also listens
 * on a plain-http address.
 */
export async function startNginx(
  upstream: string,
  dataDir: string,
  { isOpen = false, second, isLimited = false }: Front = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-nginx-'));
  const [plain, tls, bare] = [await freePort(), await freePort(), await freePort()];
  const { cert: certificate } = await makeCertificate(folder);
  const acmeFolder = join(folder, 'acme');
  mkdirSync(acmeFolder);
  const shipped = readFileSync(resolve(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')
    .replace('listen 80', `listen 127.0.0.1:${bare}`)
    .replace('listen 443 ssl http2;', (line) =>
      [`listen 127.0.0.1:${plain};`, line.replace('443', `127.0.0.1:${tls}`)].join('\n  '),
    )
    .replaceAll(/^ +# (?=server )/gm, (comment) => (second === undefined ? comment : ''))
    .replaceAll('127.0.0.1:4310', new URL(upstream).host)
    .replaceAll('10.0.0.2:4310', second === undefined ? '' : new URL(second).host)
    .replace('  # Covers straight', (line) => (isOpen ? FROM_DISK + line : line))
    .replaceAll(/^ +limit_(?:req|conn) .*$/gm, (line) => (isLimited ? line : ''))
    .replaceAll('/var/log/nginx', folder)
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
  types { audio/mpeg mp3; image/svg+xml svg; image/webp webp; }
${scratch.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${shipped}
}
`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  });
  await waitUntilListening(plain, 'nginx');
  const stop = async () => {
    await stopChild(nginx);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url: `http://127.0.0.1:${plain}`,
    tlsUrl: `https://127.0.0.1:${tls}`,
    certificate,
    /** The port that redirects to TLS and serves the ACME challenge folder. */
    bareUrl: `http://127.0.0.1:${bare}`,
    acmeFolder,
    logs: () => ['access.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8')),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
