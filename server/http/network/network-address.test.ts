import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLoopback, networkOf } from './network-address.ts';

const group = fc.integer({ min: 0, max: 0xffff });
const network = fc.tuple(group, group, group, group);
const byte = fc.integer({ min: 0, max: 255 });

/** A spelling of the same IPv6 address: zeros omitted or included, upper case. */
const spelling = (groups: readonly number[]) =>
  fc
    .record({
      padding: fc.integer({ min: 1, max: 4 }),
      capitals: fc.boolean(),
      short: fc.boolean(),
    })
    .map(({ padding, capitals, short }) => {
      const written = groups.map((value) => value.toString(16).padStart(padding, '0'));
      const text = written.join(':');
      const spelt = short
        ? text.replace(/(?:^|:)0+(?::0+)+(?=:|$)/, (zeros) => (zeros.startsWith(':') ? ':' : '::'))
        : text;
      const whole = spelt.endsWith(':') && !spelt.endsWith('::') ? `${spelt}:` : spelt;
      return capitals ? whole.toUpperCase() : whole;
    });

describe('the network of an IPv6 address', () => {
  test('is the same for every spelling of every address in a /64', () => {
    const pair = network.chain((prefix) =>
      fc
        .tuple(network, network)
        .chain(([one, other]) =>
          fc.tuple(spelling([...prefix, ...one]), spelling([...prefix, ...other])),
        ),
    );
    fc.assert(
      fc.property(pair, ([one, other]) => {
        fc.pre([one, other].every((text) => !isMapped(text)));
        expect(networkOf(one)).toBe(networkOf(other));
      }),
    );
  });

  test('differs between the addresses of two /64 networks', () => {
    fc.assert(
      fc.property(network, network, network, (one, other, host) => {
        fc.pre(one.join() !== other.join());
        const text = (prefix: readonly number[]) =>
          [...prefix, ...host].map((value) => value.toString(16)).join(':');
        fc.pre(![text(one), text(other)].some(isMapped));
        expect(networkOf(text(one))).not.toBe(networkOf(text(other)));
      }),
    );
  });

  test.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::2', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['[2001:db8::1]:4310', '2001:db8:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('for %s is %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});

describe('the network of an IPv4 address', () => {
  test('is the address itself, also when mapped to IPv6', () => {
    fc.assert(
      fc.property(byte, byte, byte, byte, (a, b, c, d) => {
        const address = [a, b, c, d].join('.');
        const hex = (high: number, low: number) => (high * 256 + low).toString(16);
        expect(networkOf(address)).toBe(address);
        expect(networkOf(`::ffff:${address}`)).toBe(address);
        expect(networkOf(`::FFFF:${hex(a, b)}:${hex(c, d)}`)).toBe(address);
        expect(networkOf(`0:0:0:0:0:ffff:${address}`)).toBe(address);
        expect(networkOf(`${address}:51234`)).toBe(address);
      }),
    );
  });
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

function isMapped(text: string): boolean {
  return !networkOf(text).endsWith('::/64');
}
