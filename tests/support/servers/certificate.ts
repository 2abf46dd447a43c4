import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listen } from './ports.ts';

const run = promisify(execFile);

/** Creates a self-signed certificate for 127.0.0.1 with openssl in this folder. */
export async function makeCertificate(folder: string) {
  const [keyFile, certFile] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const words = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x';
  const name = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile];
  await run('openssl', ['req', ...words.split(' '), ...name]);
  return { keyFile, certFile, cert: readFileSync(certFile, 'utf8') };
}

/** A file server on 127.0.0.1 over https with its own certificate. */
export async function startFileHost(answer: RequestListener) {
  const { cert, certFile, keyFile } = await makeCertificate(mkdtempSync(join(tmpdir(), 'host-')));
  const host = createServer({ cert, key: readFileSync(keyFile) }, answer);
  return {
    url: `https://127.0.0.1:${await listen(host)}`,
    cert,
    certFile,
    stop() {
      host.closeAllConnections();
      host.close();
    },
  };
}
