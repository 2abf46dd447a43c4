import { expect, test } from 'vitest';
import { isLoopbackAddress } from './loopback-address.ts';

test.each(['http://localhost:4310', 'http://127.0.0.1', 'http://[::1]:80'])(
  '%s is reachable only from this machine',
  (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  },
);

test.each(['https://songs.example', 'http://192.168.1.4:4310', 'https://localhost.example'])(
  '%s is reachable from other machines',
  (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  },
);
