import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

// own-sessions.api.test.ts has an iPhone and Firefox.
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  ['curl/8.5.0', null],
  ['', null],
])('%s is named %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
