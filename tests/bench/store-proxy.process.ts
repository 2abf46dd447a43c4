import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { listen } from '#tests/support/servers/ports.ts';
import { connectTo } from './store-client.ts';

// Baseline for files in object storage: node:http, the store's own client, one stream.
const [place = '', key = ''] = process.argv.slice(2);
const { client, bucket } = connectTo(place);

const server = createServer(async (req, res) => {
  const { Body, ContentLength, ContentRange } = await client.send(
    new GetObjectCommand({ Bucket: bucket, Key: key, Range: req.headers.range }),
  );
  res.writeHead(206, {
    'Content-Type': 'audio/mpeg',
    'Content-Length': ContentLength,
    'Content-Range': ContentRange,
  });
  if (Body instanceof Readable) Body.pipe(res);
  else res.end();
});

console.log(`http://127.0.0.1:${await listen(server)}`);
