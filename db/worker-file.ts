import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * File of a worker thread: beside the caller (`import.meta.url`) in the sources; in the build beside the server's
 * entry or above its shared chunks.
 */
export function findWorkerFile(caller: string, name: string): string {
  const candidates = [`./${name}.ts`, `./${name}.js`, `../${name}.js`];
  const files = candidates.map((candidate) => fileURLToPath(new URL(candidate, caller)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`The program is incomplete: ${files[1]} is missing.`);
  return found;
}
