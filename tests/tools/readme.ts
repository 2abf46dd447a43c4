import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fillTables } from './readme-tables.ts';

// Writes the tables of settings and decisions into the README; `npm run format` does it.
const file = resolve(import.meta.dirname, '../../README.md');
writeFileSync(file, fillTables(readFileSync(file, 'utf8')));
