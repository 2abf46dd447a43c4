import { describe, expect, test } from 'vitest';
import { parseCode } from '#contract/rows/centre-codes.ts';
import { ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const given = {
  centre_name: 'The Manger',
  plan_type: 'Monthly',
  plan_length: 3,
  uses_allowed: 20,
  last_day: dayIn(30),
};

describe.each(ENGINES)('[D2] the codes of birth centres on %s', async (engine) => {
  const server = await createTestServer({ engine });
  const admin = await fetchAdminToken(server);
  const post = (path: string, body: unknown, bearer: string | undefined = admin) =>
    callAdmin(server, path, { bearer, body });
  const auditOf = (id: number) =>
    readRows(server.db, 'audit_log', { table_name: 'centre_codes', row_id: String(id) });

  test('are created and ended by the admin; both are logged, without the code', async () => {
    const answer = await post('/centre-codes', given);
    expect(answer.status).toBe(201);
    const made = await answer.json();
    const { last_day, ...row } = given;
    expect(made).toMatchObject({
      ...row,
      used_count: 0,
      ended_at: null,
      valid_until: `${last_day}T23:59:59.999Z`,
    });
    expect(parseCode(made.code)).toBe(made.code);
    const ended = await (await post(`/centre-codes/${made.id}/end`, {})).json();
    expect(ended).toMatchObject({ id: made.id, ended_at: expect.any(String) });
    // A repeated request changes nothing and is not logged.
    expect(await (await post(`/centre-codes/${made.id}/end`, {})).json()).toEqual(ended);
    const log = await auditOf(made.id);
    expect(log).toMatchObject([
      { action: 'insert', before: null, after: { centre_name: 'The Manger', uses_allowed: 20 } },
      { action: 'update', before: { ended_at: null }, after: { ended_at: expect.any(String) } },
    ]);
    expect(JSON.stringify(log)).not.toContain(made.code);
  });

  test.each([
    [{ ...given, centre_name: '  ' }, 'The name of the centre'],
    [{ ...given, uses_allowed: 100_001 }, 'Uses must be'],
    [{ ...given, plan_type: 'Forever' }, 'The plan is one of'],
    [{ ...given, plan_length: null }, 'Months must be'],
    [{ ...given, plan_type: 'Trial', plan_length: 1.5 }, 'Days must be'],
    [{ ...given, plan_type: 'Trial', plan_length: 0 }, 'Days must be'],
    [{ ...given, plan_type: 'Lifetime' }, 'A lifetime plan has no length'],
    [{ ...given, last_day: '30.6.2027' }, 'The last day is a date'],
    [{ ...given, last_day: dayIn(-1) }, 'The last day has already passed'],
  ])('are refused with %j, and nothing is created', async (body, sentence) => {
    const before = await server.db.kysely.selectFrom('centre_codes').select('id').execute();
    const answer = await post('/centre-codes', body);
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toContain(sentence);
    expect(await server.db.kysely.selectFrom('centre_codes').select('id').execute()).toEqual(
      before,
    );
  });

  test('cannot be ended if unknown', async () => {
    for (const id of ['99999', 'abc']) {
      expect((await post(`/centre-codes/${id}/end`, {})).status).toBe(404);
    }
  });
});
