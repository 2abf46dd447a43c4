import { pathToFileURL } from 'node:url';
import { ensureBuilt, SERVER_ENTRY } from './build.ts';

// `npm start`: from a fresh clone to the running product in one command.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('Node 24 or newer is needed. `npm start` brings its own after `npm ci`.\n');
  process.exit(1);
}

try {
  await ensureBuilt((line) => void process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
// The same process goes on as the server, so that a signal reaches it; workers start from its file.
process.argv[1] = SERVER_ENTRY;
await import(pathToFileURL(SERVER_ENTRY).href);
