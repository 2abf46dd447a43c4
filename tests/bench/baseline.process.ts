import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import { listen } from '#tests/support/servers/ports.ts';

// The baseline: bare node:http, one prepared statement, one read stream.
const [databaseFile = '', audioFile = ''] = process.argv.slice(2);
const list = new Database(databaseFile, { readonly: true }).prepare(
  'SELECT * FROM audio_content WHERE enabled = 1 ORDER BY position, id LIMIT ?',
);
const { size } = statSync(audioFile);

const server = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
  if (pathname === '/list') {
    const body = JSON.stringify(list.all(Number(searchParams.get('limit'))));
    res.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
    return;
  }
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = Number(to ?? size - 1);
  res.writeHead(206, {
    'Content-Type': 'audio/mpeg',
    'Content-Length': end - start + 1,
    'Content-Range': `bytes ${start}-${end}/${size}`,
  });
  createReadStream(audioFile, { start, end }).pipe(res);
});

console.log(`http://127.0.0.1:${await listen(server)}`);
