import { describe, expect, test } from 'vitest';
import { type SearchResponse, searchResponseSchema } from '#contract/calls/search.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const RUTH = sampleUuid('user', 1);
const NAOMI = sampleUuid('user', 2);

describe.each(ENGINES)('[D2] the search of the admin area on %s', async (engine) => {
  const server = await createTestServer({
    engine,
    rows: {
      users: [
        { ...buildUser(1), email: 'ruth_k@example.org' },
        { ...buildUser(2), email: 'naomi@example.org' },
      ],
      profiles: [{ id: NAOMI, username: 'Éva Ruthven' }],
      audio_content: [
        buildTrack({ title: '100% rest' }),
        buildTrack({ title: 'Rest and peace', enabled: false }),
      ],
      support_tickets: [
        { user_id: NAOMI, subject: 'The sound stops', message: 'b', status: 'open' },
        { user_id: RUTH, subject: 'A question', message: 'b', status: 'closed' },
      ],
    },
  });
  const bearer = await fetchAdminToken(server);

  const find = async (text: string): Promise<SearchResponse> => {
    const answer = await callAdmin(server, `/search?text=${encodeURIComponent(text)}`, { bearer });
    expect(answer.status).toBe(200);
    return searchResponseSchema.parse(await answer.json());
  };
  const titles = async (text: string) => (await find(text)).tracks.map(({ title }) => title);
  const people = async (text: string) => (await find(text)).people.map(({ id }) => id);
  const tickets = async (text: string) => (await find(text)).tickets.map(({ id }) => id);

  test('finds tracks by their title, including disabled ones', async () => {
    expect(await titles('REST')).toEqual(['100% rest', 'Rest and peace']);
  });

  test('finds people by address and by name, in any case and script', async () => {
    expect(await people('RUTH')).toEqual([RUTH, NAOMI]);
    expect(await people('éva')).toEqual([NAOMI]);
  });

  test('finds tickets by reference, subject and author', async () => {
    expect(await tickets('T-2')).toEqual([2]);
    expect(await tickets('sound')).toEqual([1]);
    expect(await tickets('naomi')).toEqual([1]);
    const [ticket] = (await find('#1')).tickets;
    expect(ticket).toEqual({
      id: 1,
      subject: 'The sound stops',
      status: 'open',
      email: 'naomi@example.org',
    });
  });

  test('tolerates one typo in a word of five letters or more, and a missing letter in one of four', async () => {
    expect(await titles('paece')).toEqual(['Rest and peace']);
    expect(await titles('pece')).toEqual(['Rest and peace']);
    expect(await people('ruthven eav')).toEqual([]);
    expect(await people('rutvhen')).toEqual([NAOMI]);
    expect(await tickets('quesiton')).toEqual([2]);
  });

  test('matches pattern characters literally', async () => {
    expect(await titles('0%')).toEqual(['100% rest']);
    expect(await people('h_k')).toEqual([RUTH]);
    expect(await people('_')).toEqual([RUTH]);
    expect(await find('\\')).toEqual({ tracks: [], people: [], tickets: [] });
  });
});
