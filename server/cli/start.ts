import { pathToFileURL } from 'node:url';
import { checkConfig } from '#server/check-config.ts';
import { ensureBuilt, SERVER_ENTRY } from './build.ts';

// `npm start`: from a fresh clone to the running product in one command.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('Node 24 or newer is needed. `npm start` brings its own after `npm ci`.\n');
  process.exit(1);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const [argument] = process.argv.slice(2);
const HELP = [
  'npm start',
  '  Builds when needed and serves the site, with the settings of the environment.',
  '  npm start -- --check-config  Says what these settings are and what is wrong with them; touches nothing.',
].join('\n');
if (argument === '--check-config') process.exit(checkConfig(say));
if (argument === '--help' || argument === '-h') {
  say(HELP);
  process.exit(0);
}
if (argument !== undefined) {
  process.stderr.write(`"${argument}" is nothing that npm start takes.\n${HELP}\n`);
  process.exit(2);
}

try {
  await ensureBuilt(say);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
// The same process goes on as the server, so that a signal reaches it; workers start from its file.
process.argv[1] = SERVER_ENTRY;
await import(pathToFileURL(SERVER_ENTRY).href);
