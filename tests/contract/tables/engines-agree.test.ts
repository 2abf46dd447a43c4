import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTablesServer } from '#tests/support/servers/create-tables-server.ts';
import { PEOPLE, question } from '#tests/support/table-questions.ts';

const { owner: user_id, other } = PEOPLE;
const at = (day: number) => `2026-02-0${day}T09:30:00.${day}00Z`;
const both = (day: number) => ({ created_at: at(day), updated_at: at(day) });

const rows = {
  users: [buildUser(1), buildUser(2)],
  audio_content: [
    buildTrack({ title: 'Psalm 23', position: 2, loudness_lufs: -16.5, ...both(1) }),
    buildTrack({ title: 'Éveil "doux"', position: 1, loudness_lufs: -18, ...both(2) }),
    buildTrack({ title: 'a\tb\\c\u001f', position: 1, loudness_lufs: null, ...both(3) }),
    buildTrack({ title: 'hidden', enabled: false, loudness_lufs: null, ...both(4) }),
  ],
  favorites: [
    { user_id, content_id: 1, created_at: at(1) },
    { user_id, content_id: 4, created_at: at(2) },
    { user_id: other, content_id: 1, created_at: at(3) },
  ],
  profiles: [
    { id: user_id, username: 'Naomi', preferences: toJson({ theme: 'dark' }), ...both(1) },
  ],
  support_tickets: [
    { user_id, subject: 'open', message: 'm', ...both(1) },
    { user_id, subject: 'b', message: 'open', ...both(2) },
  ],
  notifications: [
    {
      user_id: null,
      title: 'a',
      body: 'b',
      stage: 'BIRTHING' as const,
      publish_at: at(1),
      created_at: at(1),
    },
    { user_id, title: 'b', body: 'b', stage: null, publish_at: at(2), created_at: at(1) },
  ],
  notification_reads: [{ notification_id: 1, user_id, read_at: at(3) }],
  playback_positions: [{ user_id, content_id: 1, position_seconds: 2.5, updated_at: at(1) }],
  settings: [{ key: 'brand', value: toJson({ name: 'x', on: true }), updated_at: at(1) }],
};

test('SQLite and PostgreSQL give the same responses: status, range, every member, every refusal', async () => {
  const servers = await Promise.all([
    createTablesServer('sqlite', { rows }),
    createTablesServer('postgres', { rows }),
  ]);
  await fc.assert(
    fc.asyncProperty(
      question,
      fc.constantFrom({}, { prefer: 'count=exact' }, { accept: 'text/csv' }),
      async (path, headers) => {
        const [sqlite, postgres] = await Promise.all(
          servers.map(async (server) => {
            const answer = await server.request(path, { headers, as: user_id });
            const text = await answer.text();
            return {
              status: answer.status,
              range: answer.headers.get('content-range'),
              // PostgreSQL inserts blanks into jsonb.
              body: text.startsWith('[') || text.startsWith('{') ? JSON.parse(text) : text,
            };
          }),
        );
        expect(sqlite).toEqual(postgres);
      },
    ),
    { numRuns: 600 },
  );
});
