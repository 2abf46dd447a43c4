import { beforeEach, describe, expect, test } from 'vitest';
import { addedKioskSchema, type KioskReport, kioskCommandsSchema } from '#contract/calls/kiosks.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_KIOSK_SETTINGS } from '#contract/device/desktop.ts';
import { kiosks } from '#contract/rows/kiosks.ts';
import { rowSchema } from '#contract/rows/row-schema.ts';
import { hashSecret } from '#server/core/config/secrets.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin, send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const OWN_TOKEN = `ksk_${'a'.repeat(43)}`;
const OTHER_TOKEN = `ksk_${'b'.repeat(43)}`;
const REPORT: KioskReport = {
  version: '1.2.3',
  uptimeSeconds: 3600,
  state: 'attract',
  inputSecondsAgo: 90,
  soundSecondsAgo: null,
  restartInSeconds: null,
  troubles: [],
  settings: null,
};
const ROOM = { ...DEFAULT_KIOSK_SETTINGS, name: 'Room 2', volumePercent: 60 };

describe.each(ENGINES)('kiosks on %s', async (engine) => {
  const server = await createTestServer({
    engine,
    config: { KIOSK_TOKEN_HASH: hashSecret(OWN_TOKEN) },
  });
  let admin = await fetchAdminToken(server);
  const user = await signUp(server);
  beforeEach(async () => {
    for (const table of ['kiosks', 'audit_log', 'settings'] as const) {
      await server.db.kysely.deleteFrom(table).execute();
    }
  });

  const report = (changes: Partial<KioskReport> = {}, token = OWN_TOKEN) =>
    send(server, API_PATHS.kioskReports, { bearer: token, body: { ...REPORT, ...changes } });
  const commands = async (changes: Partial<KioskReport> = {}, token = OWN_TOKEN) =>
    kioskCommandsSchema.parse(await (await report(changes, token)).json());
  const byAdmin = (method: string, path: string, body?: unknown) =>
    callAdmin(server, path, { bearer: admin, method, body });
  const list = async () => {
    const answer = await send(server, `${API_PATHS.tables}/kiosks?order=id`, { bearer: admin });
    return rowSchema(kiosks)
      .strict()
      .array()
      .parse(await answer.json());
  };
  const theKiosk = async () => {
    const [first] = await list();
    if (!first) throw new Error('no kiosk is known');
    return first;
  };
  const audit = () => server.db.kysely.selectFrom('audit_log').selectAll().orderBy('id').execute();
  const secondsSince = (time: string | null) =>
    Math.round((server.clock.now() - Date.parse(String(time))) / 1000);

  describe('a report', () => {
    test('is accepted only with the token of a kiosk', async () => {
      const { ANON_KEY } = server.deps.config;
      const otherTokens = [undefined, ANON_KEY, user.session.access_token, admin, OTHER_TOKEN];
      for (const bearer of [...otherTokens, `${OWN_TOKEN}x`, hashSecret(OWN_TOKEN)]) {
        expect((await send(server, API_PATHS.kioskReports, { bearer, body: REPORT })).status).toBe(
          401,
        );
      }
      expect(await list()).toEqual([]);
    });

    test("registers the machine's own kiosk, with times by the server's clock", async () => {
      expect(await commands()).toEqual({
        settings: DEFAULT_KIOSK_SETTINGS,
        restart: false,
      });
      const [kiosk, ...others] = await list();
      expect(others).toEqual([]);
      expect(kiosk).toMatchObject({ is_own: true, version: '1.2.3', state: 'attract' });
      expect(secondsSince(kiosk?.started_at ?? null)).toBe(3600);
      expect(secondsSince(kiosk?.last_input_at ?? null)).toBe(90);
      expect(secondsSince(kiosk?.last_seen_at ?? null)).toBe(0);
      expect(kiosk?.last_sound_at).toBeNull();
    });

    test('is refused if it is invalid, and changes nothing', async () => {
      await commands();
      const before = await theKiosk();
      for (const wrong of [
        { troubles: [{ kind: 'ruth@example.com', secondsAgo: 1 }] },
        { state: 'asleep' },
        { version: 'track “Psalm 23”' },
        { settings: { ...ROOM, volumePercent: 101 } },
        { uptimeSeconds: -1 },
        { troubles: Array(21).fill({ kind: 'page-hung', secondsAgo: 1 }) },
      ]) {
        const body = { ...REPORT, ...wrong };
        const answer = await send(server, API_PATHS.kioskReports, { bearer: OWN_TOKEN, body });
        expect([wrong, answer.status]).toEqual([wrong, 400]);
        expect(await answer.json()).toMatchObject({ code: 'bad_request' });
      }
      const noJson = await fetch(server.url + API_PATHS.kioskReports, {
        method: 'POST',
        headers: { Authorization: `Bearer ${OWN_TOKEN}`, 'Content-Type': 'application/json' },
        body: '{"version":',
      });
      expect(noJson.status).toBe(400);
      expect(await theKiosk()).toEqual(before);
    });
  });

  describe('settings', () => {
    test('reach the kiosk with its next report, and are logged with old and new values', async () => {
      await commands();
      const { id } = await theKiosk();
      expect((await byAdmin('PUT', `/kiosks/${id}/settings`, ROOM)).status).toBe(200);
      expect((await commands()).settings).toEqual(ROOM);
      expect(await audit()).toMatchObject([
        {
          actor: 'service_role',
          action: 'update',
          table_name: 'kiosks',
          row_id: String(id),
          before: { settings: DEFAULT_KIOSK_SETTINGS },
          after: { settings: ROOM },
        },
      ]);
    });

    test('made at the kiosk take precedence and are logged as changes of the kiosk', async () => {
      await commands();
      expect((await commands({ settings: ROOM })).settings).toEqual(ROOM);
      expect((await theKiosk()).settings).toEqual(ROOM);
      expect(await audit()).toMatchObject([{ actor: 'kiosk', after: { settings: ROOM } }]);
    });

    test('are the defaults for a new kiosk, unless staff have set it up before its first report', async () => {
      expect(await (await byAdmin('GET', '/kiosk-defaults')).json()).toEqual(
        DEFAULT_KIOSK_SETTINGS,
      );
      expect((await byAdmin('PUT', '/kiosk-defaults', ROOM)).status).toBe(200);
      expect((await commands()).settings).toEqual(ROOM);
      expect(await audit()).toMatchObject([
        { table_name: 'settings', row_id: 'kiosk_defaults', after: { volumePercent: 60 } },
      ]);
      await server.db.kysely.deleteFrom('kiosks').execute();
      const setUp = { ...ROOM, name: 'Hall' };
      expect((await commands({ settings: setUp })).settings).toEqual(setUp);
    });
  });

  test('a restart is requested, pending, and cleared once the kiosk has restarted', async () => {
    await commands();
    const { id } = await theKiosk();
    expect((await byAdmin('POST', `/kiosks/${id}/restart`)).status).toBe(200);
    expect((await commands()).restart).toBe(true);
    expect((await theKiosk()).restart_due_at).toBeNull();
    await commands({ restartInSeconds: 180 });
    expect(secondsSince((await theKiosk()).restart_due_at)).toBe(-180);
    // A visitor came, so it waits again.
    await commands({ state: 'quiet' });
    expect((await theKiosk()).restart_due_at).toBeNull();
    server.clock.advance(60_000);
    expect((await commands({ uptimeSeconds: 1 })).restart).toBe(false);
    expect(await theKiosk()).toMatchObject({ restart_asked_at: null, restart_due_at: null });
  });

  describe('a kiosk on another machine', () => {
    const add = async () =>
      addedKioskSchema.parse(await (await byAdmin('POST', '/kiosks', { name: 'Room 7' })).json());
    const enrol = (code: string, token = OTHER_TOKEN) =>
      send(server, API_PATHS.kioskEnrolments, { body: { code, token } });

    test('enrols with a code in any spelling, and reports with its own token', async () => {
      const { code, id } = await add();
      expect(await list()).toMatchObject([{ id, is_own: false, last_seen_at: null }]);
      expect((await report({}, OTHER_TOKEN)).status).toBe(401);
      const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;
      expect((await enrol(typed)).status).toBe(200);
      expect((await commands({}, OTHER_TOKEN)).settings.name).toBe('Room 7');
      expect(await list()).toMatchObject([{ id, state: 'attract' }]);
      expect((await report()).status).toBe(200);
      expect(await list()).toHaveLength(2);
    });

    test('has a code that works once, for an hour, and is stored only as a hash', async () => {
      const { code } = await add();
      const kept = await server.db.kysely.selectFrom('kiosks').selectAll().execute();
      expect(JSON.stringify([kept, await audit()])).not.toContain(code);
      // Eight characters can be brute-forced, so an unkeyed hash would reveal the code.
      expect(kept.map(({ code_hash }) => code_hash)).not.toContain(hashSecret(code));
      expect((await enrol('WRONGONE')).status).toBe(400);
      expect((await enrol(code)).status).toBe(200);
      expect((await enrol(code, `ksk_${'c'.repeat(43)}`)).status).toBe(400);
      const late = await add();
      server.clock.advance(61 * 60_000);
      expect((await enrol(late.code)).status).toBe(400);
      // The admin's token has expired too.
      admin = await fetchAdminToken(server);
    });

    test('is unknown after its removal, even when several requests remove it simultaneously', async () => {
      const { code, id } = await add();
      await enrol(code);
      const removals = [1, 2, 3, 4].map(() => byAdmin('DELETE', `/kiosks/${id}`));
      const statuses = (await Promise.all(removals)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 404, 404, 404]);
      expect((await report({}, OTHER_TOKEN)).status).toBe(401);
      expect(await audit()).toMatchObject([
        { action: 'insert', row_id: String(id) },
        { action: 'delete', row_id: String(id) },
      ]);
    });
  });
});
