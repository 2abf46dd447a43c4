import type { networkInterfaces } from 'node:os';
import type { SharedNetwork } from '#contract/device/desktop.ts';

/** Bridges of virtual machines and containers, and tunnels, which phones cannot reach. */
const UNREACHABLE =
  /^(br-|bridge\d|docker|tailscale|tun|utun|vboxnet|vethernet|veth|virbr|virtualbox|vmnet|vmware|wg|zt)/i;

/** Address ranges, most likely in a building first. */
const PRIVATE = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/** Private IPv4 networks of this machine, the likeliest first. Public addresses are never offered. */
export function findNetworks(interfaces: ReturnType<typeof networkInterfaces>): SharedNetwork[] {
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) =>
      addresses
        .filter(({ family, internal }) => family === 'IPv4' && !internal)
        .map(({ address }) => ({ name, ip: address })),
    )
    .filter(({ name, ip }) => !UNREACHABLE.test(name) && rankOf(ip) !== -1)
    .sort((a, b) => rankOf(a.ip) - rankOf(b.ip) || a.name.localeCompare(b.name));
}

const rankOf = (ip: string) => PRIVATE.findIndex((range) => range.test(ip));
