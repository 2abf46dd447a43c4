import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLoopback, networkOf } from './network-address.ts';

test.each([
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::2', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[2001:db8::1]:4310', '2001:db8:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:51234', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
])('the network of %s is %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});

test('an invalid address is its own network, and never throws', () => {
  expect(networkOf('unknown')).toBe('unknown');
  fc.assert(fc.property(fc.string(), (text) => typeof networkOf(text) === 'string'));
});

test.each([
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
])('%s is a loopback address', (address) => {
  expect(isLoopback(address)).toBe(true);
});

test.each([undefined, '', '10.0.0.1', '::2', '::', '::ffff:10.0.0.1', '1270.0.0.1', '127.evil'])(
  '%s is not a loopback address',
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);
