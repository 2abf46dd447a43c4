import { readFileSync, writeFileSync } from 'node:fs';
import { GENERATED_DOCS } from './doc-tables.ts';

// Writes what the documents take from the code; `npm run format` does it, `npm run check` holds it.
for (const { file, fill } of GENERATED_DOCS) {
  writeFileSync(file, fill(readFileSync(file, 'utf8')));
}
