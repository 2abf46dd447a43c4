import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fillSettings } from './readme-settings.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

test('the README lists the settings as they are (npm run format writes them)', () => {
  expect(readme).toBe(fillSettings(readme));
});
