import { describe, expect, test, vi } from 'vitest';
import type { SharedNetwork, SharingChoice } from '#contract/device/desktop.ts';
import { findNetworks } from './networks.ts';
import { createSharing } from './sharing.ts';

const network = (address: string, more = {}) => [
  { address, family: 'IPv4' as const, internal: false, netmask: '', mac: '', cidr: null, ...more },
];

describe('the local networks', () => {
  test('are this machine’s private addresses, the likeliest first', () => {
    expect(
      findNetworks({
        lo: network('127.0.0.1', { internal: true }),
        eth1: network('172.20.0.4'),
        eth0: network('10.0.0.7'),
        wlan0: network('192.168.1.20'),
      }),
    ).toEqual([
      { name: 'wlan0', ip: '192.168.1.20' },
      { name: 'eth0', ip: '10.0.0.7' },
      { name: 'eth1', ip: '172.20.0.4' },
    ]);
  });

  test('exclude those of containers, tunnels, inactive interfaces, and public addresses', () => {
    expect(
      findNetworks({
        docker0: network('172.17.0.1'),
        'vEthernet (WSL)': network('172.25.0.1'),
        utun3: network('10.8.0.2'),
        eth0: network('203.0.113.9'),
        eth1: network('169.254.10.1'),
        gone: undefined,
      }),
    ).toEqual([]);
  });
});

describe('sharing', () => {
  const WIFI = { name: 'wlan0', ip: '192.168.1.20' };
  const CABLE = { name: 'eth0', ip: '10.0.0.7' };

  function setUp(kept: SharingChoice = { isOn: false, network: null }) {
    const world = { networks: [WIFI, CABLE] as SharedNetwork[], port: 50_123, isSounding: false };
    let choice = kept;
    const announce = vi.fn();
    const restart = vi.fn(() => sharing.environmentFor(world.port));
    const sharing = createSharing({
      file: {
        read: () => choice,
        write: (next) => {
          choice = next;
          return true;
        },
      },
      findNetworks: () => world.networks,
      port: () => world.port,
      isSounding: () => world.isSounding,
      restart,
      announce,
      log: () => {},
    });
    sharing.environmentFor(world.port);
    return { sharing, world, restart, announce };
  }
  const ON = { isOn: true, network: null };

  test('opens on the likeliest network, or on the one staff chose', () => {
    const { sharing, restart } = setUp();
    sharing.choose(ON);
    expect(sharing.read()).toMatchObject({ status: 'on', address: 'http://192.168.1.20:50123' });
    sharing.choose({ isOn: true, network: 'eth0' });
    expect(sharing.read()).toMatchObject({ status: 'on', address: 'http://10.0.0.7:50123' });
    expect(restart).toHaveBeenCalledTimes(2);
    sharing.checkNetworks();
    expect(restart).toHaveBeenCalledTimes(2);
  });

  test('never interrupts playback, neither when it opens nor when it closes', () => {
    const { sharing, world, restart } = setUp();
    world.isSounding = true;
    sharing.choose(ON);
    expect(sharing.read()).toMatchObject({ status: 'opening', address: null });
    world.isSounding = false;
    sharing.checkNetworks();
    expect(sharing.read().status).toBe('on');
    world.isSounding = true;
    sharing.choose({ isOn: false, network: null });
    expect(sharing.read()).toMatchObject({ status: 'closing', address: null });
    world.isSounding = false;
    sharing.checkNetworks();
    expect(sharing.read().status).toBe('off');
    expect(restart).toHaveBeenCalledTimes(2);
  });

  test('reports a missing network, and resumes once it returns, without a restart', () => {
    const { sharing, world, restart, announce } = setUp(ON);
    sharing.checkNetworks();
    announce.mockClear();
    world.networks = [];
    sharing.checkNetworks();
    expect(sharing.read()).toMatchObject({ status: 'no-network', address: null });
    world.networks = [WIFI];
    sharing.checkNetworks();
    expect(sharing.read()).toMatchObject({ status: 'on', address: 'http://192.168.1.20:50123' });
    expect(announce).toHaveBeenCalledTimes(2);
    expect(restart).not.toHaveBeenCalled();
  });

  test('follows the network to another address', () => {
    const { sharing, world, restart } = setUp(ON);
    world.networks = [{ name: 'wlan0', ip: '192.168.1.77' }];
    sharing.checkNetworks();
    expect(restart).toHaveBeenCalledOnce();
    expect(sharing.read().address).toBe('http://192.168.1.77:50123');
  });
});
