import { expect, test } from 'vitest';
import { callAuth, createPerson } from '#tests/support/auth-call.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
import { sweepAuth } from './sweep-auth.ts';

const DAY_MS = 24 * 60 * 60_000;

test.each(ENGINES)(
  'on %s what has run out is gone after a while, what has not stays',
  async (engine) => {
    const server = await createTestServer({ engine });
    const { email } = await createPerson(server);
    await callAuth(server, '/recover', { body: { email } });
    await callAuth(server, '/recover', { body: { email: 'nobody@example.com' } });
    const count = async (table: 'one_time_tokens' | 'rate_limits' | 'sessions') =>
      (await server.db.kysely.selectFrom(table).selectAll().execute()).length;
    const counts = async () => ({
      tokens: await count('one_time_tokens'),
      limits: await count('rate_limits'),
      sessions: await count('sessions'),
    });
    // Of each address when the last mail went, and how many in the day.
    expect(await counts()).toEqual({ tokens: 1, limits: 4, sessions: 1 });

    server.clock.advance(2 * DAY_MS);
    await sweepAuth(server.deps);
    expect(await counts()).toEqual({ tokens: 0, limits: 0, sessions: 1 });
    server.clock.advance(121 * DAY_MS);
    await sweepAuth(server.deps);
    expect(await count('sessions')).toBe(0);
  },
);
