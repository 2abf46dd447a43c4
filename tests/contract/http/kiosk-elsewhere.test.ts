import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addedKioskSchema } from '#contract/calls/kiosks.ts';
import { DEFAULT_KIOSK_SETTINGS, type MainServer } from '#contract/device/desktop.ts';
import type { Kiosk } from '#contract/rows/kiosks.ts';
import { createShellKiosk, type ShellKiosk } from '#main/shell-kiosk.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const BEAT_MS = 5_000;

/** A server with its admin and the kiosk endpoints. */
async function openServer(config: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer(config);
  const token = await fetchAdminToken(server);
  const kiosks = () => server.supabase(token).from('kiosks').select().order('id');
  const act = (method: string, path: string, body?: unknown) =>
    callAdmin(server, path, { bearer: token, method, body });
  return {
    server,
    act,
    list: async (): Promise<Kiosk[]> => (await kiosks().throwOnError()).data,
    async addKiosk(name: string) {
      const answer = await act('POST', '/kiosks', { name });
      return addedKioskSchema.parse(await answer.json());
    },
  };
}

/** The shell's kiosk with two real servers: a local and a remote one. */
describe('a kiosk and a remote server', () => {
  let userData: string;
  let kiosk: ShellKiosk;
  let own: Awaited<ReturnType<typeof openServer>>;
  let main: Awaited<ReturnType<typeof openServer>>;
  let screen: { isSounding: boolean; isFirstScreen: boolean };
  let relaunch: ReturnType<typeof vi.fn<() => void>>;

  function startKiosk(): { tokenHash: string } {
    let tokenHash = '';
    kiosk = createShellKiosk({
      isKiosk: true,
      version: '1.2.3',
      userData,
      networkInterfaces: () => ({}),
      log: () => {},
      relaunch,
      server: {
        url: () => own?.server.url,
        restart: () => {},
        onState: () => {},
        onHang: () => {},
        setEnvironment(read) {
          tokenHash = String(read(1)['KIOSK_TOKEN_HASH']);
        },
      },
      window: {
        look: () => screen,
      },
      windowFile: { read: () => ({ port: 1 }) as never, write: () => true },
      loginItem: { isSet: () => null, set: () => false },
    });
    kiosk.watch();
    return { tokenHash };
  }
  /** Sends heartbeats until the condition holds; the servers' responses take time. */
  async function beatUntil(isSo: () => unknown): Promise<void> {
    await expect
      .poll(async () => {
        for (const { server } of [own, main]) server.clock.advance(BEAT_MS);
        await vi.advanceTimersByTimeAsync(BEAT_MS);
        return isSo();
      })
      .toBeTruthy();
  }
  const status = (): MainServer['status'] | undefined => kiosk.mainServer.read()?.status;
  const isSetAs = async (from: typeof main, settings: Partial<Kiosk['settings']>) => {
    const [first] = await from.list();
    return Object.entries(settings).every(
      ([name, value]) => Reflect.get(first?.settings ?? {}, name) === value,
    );
  };
  const join7 = async () => {
    const { code, id } = await main.addKiosk('Room 7');
    const typed = { address: main.server.url, code: code.toLowerCase() };
    expect(await kiosk.mainServer.join(typed)).toBe('joined');
    return id;
  };

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    userData = mkdtempSync(join(tmpdir(), 'kiosk-elsewhere-'));
    relaunch = vi.fn();
    screen = { isSounding: false, isFirstScreen: true };
    writeFileSync(
      join(userData, 'kiosk.json'),
      JSON.stringify({ name: 'Here', dimSeconds: 45, idleSeconds: 30 }),
    );
    const { tokenHash } = startKiosk();
    own = await openServer({ config: { KIOSK_TOKEN_HASH: tokenHash } });
    main = await openServer();
  });
  afterEach(() => void vi.useRealTimers());

  test('both servers get the kiosk’s reports; it keeps its local settings, but takes its name from the remote list', async () => {
    await main.act('PUT', '/kiosk-defaults', { ...DEFAULT_KIOSK_SETTINGS, volumePercent: 60 });
    await join7();
    expect(status()).toBe('connecting');
    kiosk.recordTrouble('page-crashed');
    await beatUntil(() => isSetAs(main, { name: 'Room 7', volumePercent: 60, dimSeconds: 45 }));
    await beatUntil(() => isSetAs(own, { name: 'Room 7', volumePercent: 60, dimSeconds: 45 }));
    expect(status()).toBe('in-touch');
    const isTold = async ({ list }: typeof main) => {
      const [{ state, version, troubles } = {}] = await list();
      return state === 'attract' && version === '1.2.3' && troubles?.[0]?.kind === 'page-crashed';
    };
    await beatUntil(async () => (await isTold(own)) && isTold(main));
    expect(await own.list()).toMatchObject([{ is_own: true }]);
    expect(await main.list()).toMatchObject([{ is_own: false }]);
  });

  test('settings changed on either server reach the kiosk and the other server', async () => {
    const id = await join7();
    await beatUntil(() => isSetAs(main, { dimSeconds: 45 }));
    await beatUntil(() => isSetAs(own, { name: 'Room 7' }));
    const set = { ...kiosk.settings.read(), volumePercent: 30 };
    await main.act('PUT', `/kiosks/${id}/settings`, set);
    await beatUntil(() => isSetAs(own, { volumePercent: 30 }));
    expect(kiosk.settings.read().volumePercent).toBe(30);
    const [here] = await own.list();
    await own.act('PUT', `/kiosks/${here?.id}/settings`, { ...set, volumePercent: 80 });
    await beatUntil(() => isSetAs(main, { volumePercent: 80 }));
  });

  test('an outage of the remote server changes nothing here, and is reported later', async () => {
    await join7();
    await beatUntil(() => status() === 'in-touch');
    const { port } = new URL(main.server.url);
    const file = join(userData, 'main-server.json');
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    vi.stubGlobal('fetch', offlineFor(port));
    await beatUntil(() => status() === 'away');
    kiosk.recordTrouble('server-hung');
    await beatUntil(async () => (await own.list())[0]?.troubles.length === 1);
    vi.unstubAllGlobals();
    await beatUntil(() => status() === 'in-touch');
    expect(await main.list()).toMatchObject([{ troubles: [{ kind: 'server-hung' }] }]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ token: kept.token });
  });

  test('a restart requested by the remote server happens once', async () => {
    const id = await join7();
    await beatUntil(() => status() === 'in-touch');
    await main.act('POST', `/kiosks/${id}/restart`);
    await beatUntil(async () => (await main.list())[0]?.restart_due_at !== null);
    await beatUntil(() => relaunch.mock.calls.length === 1);
    await beatUntil(async () => (await main.list())[0]?.restart_asked_at === null);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(relaunch).toHaveBeenCalledOnce();
  });

  test('when removed on the remote server, the kiosk stops reporting and shows the removal', async () => {
    const id = await join7();
    await beatUntil(() => status() === 'in-touch');
    await main.act('DELETE', `/kiosks/${id}`);
    await beatUntil(() => status() === 'removed');
    const file = JSON.parse(readFileSync(join(userData, 'main-server.json'), 'utf8'));
    expect(file).toEqual({ address: main.server.url, token: '', agreed: null });
    expect(await kiosk.mainServer.leave()).toBe('left');
    expect(kiosk.mainServer.read()).toBeNull();
    await join7();
    await beatUntil(() => status() === 'in-touch');
  });

  test('when removed here, the kiosk leaves the remote list, and the log names who removed it', async () => {
    const id = await join7();
    await beatUntil(() => status() === 'in-touch');
    expect(await kiosk.mainServer.leave()).toBe('left');
    expect(await main.list()).toEqual([]);
    const audit = await main.server.db.kysely.selectFrom('audit_log').selectAll().execute();
    expect(audit.at(-1)).toMatchObject({ actor: 'kiosk', action: 'delete', row_id: String(id) });
    expect(await own.list()).toHaveLength(1);
  });

  test('an address without a scheme is tried over https, and over http in a private network', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string | URL | Request) => {
      asked.push(new URL(String(url)).origin);
      throw new TypeError('fetch failed');
    });
    const join = (address: string) => kiosk.mainServer.join({ address, code: 'ABCD2345' });
    for (const host of ['192.168.1.20:4310', 'house.local', 'example.org', '8.8.8.8']) {
      expect(await join(host)).toBe('unreachable');
    }
    expect(asked.filter((origin) => !origin.includes('127.0.0.1'))).toEqual([
      'https://192.168.1.20:4310',
      'http://192.168.1.20:4310',
      'https://house.local',
      'http://house.local',
      'https://example.org',
      'https://8.8.8.8',
    ]);
    vi.unstubAllGlobals();
  });

  test('an invalid entry is refused with a specific result, and changes nothing', async () => {
    const join = (address: string, code = 'ABCD2345') => kiosk.mainServer.join({ address, code });
    for (const address of ['', 'http://example.org', 'ftp://example.org', 'https://a:b@x.org']) {
      expect([address, await join(address)]).toEqual([address, 'bad-address']);
    }
    expect(await join(own.server.url)).toBe('bad-address');
    expect(await join('http://127.0.0.1:1')).toBe('unreachable');
    expect(await join(main.server.url)).toBe('bad-code');
    for (let tries = 0; tries < 9; tries += 1) await join(main.server.url);
    expect(await join(main.server.url)).toBe('too-many-tries');
    vi.stubGlobal('fetch', async () => new Response('<h1>Welcome</h1>'));
    expect(await join('https://example.org')).toBe('no-such-server');
    vi.unstubAllGlobals();
    expect(kiosk.mainServer.read()).toBeNull();
  });

  test('a refusal by a captive portal does not count as a refusal by the server', async () => {
    await join7();
    await beatUntil(() => status() === 'in-touch');
    vi.stubGlobal('fetch', async () => new Response('Sign in to the wifi', { status: 401 }));
    await beatUntil(() => status() === 'away');
    vi.unstubAllGlobals();
    await beatUntil(() => status() === 'in-touch');
  });
});

/** Fails requests to this port, and sends all others. */
function offlineFor(port: string): typeof fetch {
  const real = globalThis.fetch;
  return async (address, options) => {
    if (new URL(String(address)).port === port) throw new TypeError('fetch failed');
    return real(address, options);
  };
}
