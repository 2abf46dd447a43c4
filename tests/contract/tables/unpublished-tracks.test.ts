import { expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { signUp } from '#tests/support/sign-in.ts';

const HIDDEN = 765_432;
const UNKNOWN = 987_654;

test.each(ENGINES)(
  '[D1] the number of an unpublished track gets the same response as a missing one, on %s',
  async (engine) => {
    const rows = {
      audio_content: [buildTrack({ id: 1 }), buildTrack({ id: HIDDEN, enabled: false })],
    };
    const server = await createTestServer({ engine, rows });
    const { client, user, session } = await signUp(server);
    for (const [table, more] of [
      ['favorites', {}],
      ['playback_positions', { position_seconds: 12 }],
      ['user_activity', { action_type: 'play' }],
    ] as const) {
      const answers = [];
      for (const content_id of [HIDDEN, UNKNOWN]) {
        const row = { user_id: user.id, content_id, ...more };
        const tries = [
          await client.from(table).insert(row),
          await client.from(table).insert(row).select(),
          await client.from(table).upsert(row),
          await client.from(table).upsert(row, { ignoreDuplicates: true }),
          await client.from(table).upsert([row, { ...row, content_id: 1 }]),
        ];
        const kept = await send(server, `/rest/v1/${table}?select=content_id`, {
          bearer: session.access_token,
        });
        answers.push([...tries.map(({ status, error }) => ({ status, error })), await kept.text()]);
      }
      const [ofHidden, ofUnknown] = answers.map((answer) =>
        JSON.stringify(answer).replaceAll(String(HIDDEN), 'N').replaceAll(String(UNKNOWN), 'N'),
      );
      expect(ofHidden).toContain('23503');
      expect(ofHidden).toBe(ofUnknown);
    }
  },
);
