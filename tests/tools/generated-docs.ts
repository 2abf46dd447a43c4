import { readFileSync, writeFileSync } from 'node:fs';
import { GENERATED_DOCS } from './doc-tables.ts';

// Writes the generated parts of documents; `npm run check -- --fix` runs it, `npm run check` verifies it.
for (const { file, fill } of GENERATED_DOCS) {
  writeFileSync(file, fill(readFileSync(file, 'utf8')));
}
