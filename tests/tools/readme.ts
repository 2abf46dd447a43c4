import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fillSettings } from './readme-settings.ts';

// Writes the table of settings into the README; `npm run format` does it.
const file = resolve(import.meta.dirname, '../../README.md');
writeFileSync(file, fillSettings(readFileSync(file, 'utf8')));
