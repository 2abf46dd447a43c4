import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { childEnvironment } from '#server/core/config/config.ts';
import {
  EnvironmentFileError,
  parseEnvironmentFile,
} from '#server/core/config/environment-file.ts';

// node server/cli/with-settings.ts FILE [COMMAND …]  Runs a command with the settings of a file, parsed as
// systemd does; without a command only checks the file.

const [file = '', command, ...words] = process.argv.slice(2);

process.exitCode = run();

function run(): number {
  let settings: Record<string, string>;
  try {
    settings = existsSync(file) ? parseEnvironmentFile(readFileSync(file, 'utf8')) : {};
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const place = error instanceof EnvironmentFileError ? `${file}, ` : '';
    process.stderr.write(`${place}${error.message}\n`);
    return 1;
  }
  if (command === undefined) return 0;
  const { status, error } = spawnSync(command, words, {
    env: childEnvironment(settings),
    stdio: 'inherit',
  });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status ?? 1;
}
