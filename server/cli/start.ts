import { pathToFileURL } from 'node:url';
import { checkConfig } from '#server/check-config.ts';
import { isStartedByNpm } from '#server/core/config/config.ts';
import { buildOrExit, SERVER_ENTRY } from './build.ts';
import { parseOptions, printLine } from './command.ts';

// `npm start`: from a fresh clone to the running product in one command.
const { has } = parseOptions({
  name: 'npm start',
  about: 'Builds if needed and serves the site, with the settings of the environment.',
  options: {
    'check-config': {
      about: 'Prints the settings and their problems; changes nothing.',
    },
  },
});
if (has('check-config')) process.exit(checkConfig(printLine));

await buildOrExit();
if (isStartedByNpm()) endWithParent();
// Runs the server in this process, so that signals reach it; workers start from its file.
process.argv[1] = SERVER_ENTRY;
await import(pathToFileURL(SERVER_ENTRY).href);

/** A signal to npm ends only npm's shell: exit when the parent process changes. */
function endWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
