import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Dashboard, dashboardSchema } from '#contract/calls/admin/dashboard.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { changeRows, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const RUTH = sampleUuid('user', 1);
const play = (content_id: number, days: number) => ({
  user_id: RUTH,
  content_id,
  action_type: 'play' as const,
  created_at: daysAgo(days),
});

describe.each(ENGINES)('the dashboard on %s', async (engine) => {
  const server = await createTestServer({
    engine,
    rows: {
      users: [
        { ...buildUser(1), created_at: daysAgo(400) },
        { ...buildUser(2), created_at: daysAgo(2) },
      ],
      audio_content: [
        buildTrack({ title: 'Psalms', duration: 60 }),
        buildTrack({ title: 'Sleep', duration: 600, enabled: false }),
      ],
      user_activity: [play(1, 0), play(1, 0), play(2, 3), play(2, 8), play(1, 40), play(2, 200)],
      favorites: [{ user_id: RUTH, content_id: 1 }],
      support_tickets: [
        { user_id: RUTH, subject: 'a', message: 'b', status: 'open' },
        { user_id: RUTH, subject: 'a', message: 'b', status: 'closed' },
      ],
    },
  });
  const admin = await fetchAdminToken(server);

  const ask = (bearer: string | undefined, query = '?days=7') =>
    callAdmin(server, `/dashboard${query}`, { bearer });
  const read = async (query?: string): Promise<Dashboard> =>
    dashboardSchema.parse(await (await ask(admin, query)).json());

  test('[D2] counts totals and the new rows of the period', async () => {
    const board = await read();
    expect(board).toMatchObject({
      people: { total: 2, recent: 1 },
      tracks: { total: 2, enabled: 1 },
      favorites: { total: 1, recent: 1, before: 0 },
      openTickets: 1,
      lastBackupAt: null,
      mails: null,
    });
    expect(board.disk.totalBytes).toBeGreaterThan(board.disk.freeBytes);
  });

  test('[D2] counts plays by day and by track, in the chosen period', async () => {
    const { plays } = await read();
    expect(plays).toMatchObject({
      total: 6,
      recent: 3,
      before: 1,
      secondsStarted: { recent: 2 * 60 + 600, before: 600 },
    });
    expect(plays.byDay.map((day) => day.plays)).toEqual([0, 0, 0, 1, 0, 0, 2]);
    expect(plays.byDay.at(-1)?.day).toBe(daysAgo(0).slice(0, 10));
    expect(plays.mostPlayed).toEqual([
      { id: 1, title: 'Psalms', plays: 2 },
      { id: 2, title: 'Sleep', plays: 1 },
    ]);
    const month = await read('');
    expect(month.plays.byDay).toHaveLength(30);
    expect(month.plays.recent).toBe(4);
    const year = await read('?days=365');
    expect(year.plays.mostPlayed.map(({ id, plays: count }) => [id, count])).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });

  test('counts a range of days and the period before it, without data about single users', async () => {
    const day = (ago: number) => daysAgo(ago).slice(0, 10);
    const board = await read(`?from=${day(9)}&to=${day(2)}`);
    expect(board.period).toEqual({ before: day(17), from: day(9), to: day(2) });
    expect(board.plays.byDay).toHaveLength(8);
    expect(board.plays).toMatchObject({ recent: 2, before: 0, mostPlayed: [], byStage: [] });
    expect(board.people).toEqual({ total: 2, recent: 1, before: 0 });
    for (const wrong of [`?from=${day(2)}&to=${day(9)}`, '?from=x&to=y', '?days=8']) {
      expect((await ask(admin, wrong)).status).toBe(400);
    }
  });

  test('[D2] shows the newest backup, and the size of database and recordings', async () => {
    const folder = join(server.deps.config.DATA_DIR, 'backups');
    mkdirSync(folder, { recursive: true });
    for (const [name, time] of [
      ['old.sqlite', 1_700_000_000],
      ['new.sqlite', 1_750_000_000],
      ['note.txt', 1_760_000_000],
    ] as const) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), time, time);
    }
    const { STORAGE_DIR } = server.deps.config;
    mkdirSync(join(STORAGE_DIR, 'audio'), { recursive: true });
    writeFileSync(join(STORAGE_DIR, 'audio', 'psalms.mp3'), 'x'.repeat(5_000));
    server.clock.advance(60_000);
    const { lastBackupAt, disk } = await read();
    expect(lastBackupAt).toBe('2025-06-15T15:06:40.000Z');
    expect(disk.storageBytes).toBe(5_000);
    expect(disk.databaseBytes).toBeGreaterThanOrEqual(engine === 'postgres' ? 1_000_000 : 0);
  });
});

describe.each(ENGINES)('the charts of the dashboard on %s', async (engine) => {
  /** 21:00 UTC, this many days ago. */
  const evening = (days: number, hour = 21) =>
    `${daysAgo(days).slice(0, 10)}T${String(hour).padStart(2, '0')}:30:00.000Z`;
  const played = (people: readonly number[], content_id: number, created_at: string) =>
    people.map((person) => ({
      user_id: sampleUuid('user', person),
      content_id,
      action_type: 'play' as const,
      created_at,
    }));
  const ALL = [1, 2, 3, 4, 5, 6];
  const server = await createTestServer({
    engine,
    rows: {
      users: ALL.map((person) => ({ ...buildUser(person), created_at: daysAgo(400) })),
      audio_content: [
        buildTrack({ category: 'PREGNANCY' }),
        buildTrack({ category: 'BIRTHING' }),
        buildTrack({ category: 'POSTBIRTH' }),
      ],
      user_activity: [
        ...played(ALL, 1, evening(2)),
        // Six plays by one user.
        ...played([1, 1, 1, 1, 1, 1], 2, evening(2, 3)),
        ...played(ALL, 3, evening(1)),
        ...played([2], 1, evening(1, 9)),
        ...played(ALL, 3, evening(200, 11)),
      ],
      support_tickets: [
        { user_id: RUTH, subject: 'a', message: 'b', status: 'open', created_at: evening(2) },
        { user_id: RUTH, subject: 'a', message: 'b', status: 'closed', created_at: evening(2) },
        { user_id: RUTH, subject: 'a', message: 'b', status: 'closed', created_at: evening(300) },
      ],
    },
  });
  let admin = await fetchAdminToken(server);

  const read = async (days: number): Promise<Dashboard> => {
    const answer = await callAdmin(server, `/dashboard?days=${days}`, { bearer: admin });
    return dashboardSchema.parse(await answer.json());
  };
  const sumOf = (spans: Dashboard['plays']['byStage']) =>
    spans.reduce((sum, span) => sum + span.PREGNANCY + span.BIRTHING + span.POSTBIRTH, 0);

  test('[D2][Q1] count stages by day where no user is identifiable, and add up to all plays', async () => {
    const { plays } = await read(7);
    const busy = plays.byStage.find(({ BIRTHING }) => BIRTHING > 0);
    expect(busy).toEqual({
      from: daysAgo(2).slice(0, 10),
      // The next day's only play is for pregnancy, which merges the two days.
      to: daysAgo(0).slice(0, 10),
      PREGNANCY: 7,
      BIRTHING: 6,
      POSTBIRTH: 6,
    });
    expect(sumOf(plays.byStage)).toBe(plays.recent);
  });

  test('[D2][Q1] show a year by months without losing a play; hours cover whole months, hide one to four plays, and survive the deletion of the listening history', async () => {
    const { plays } = await read(365);
    expect(sumOf(plays.byStage)).toBe(25);
    expect(plays.recent).toBe(25);
    expect(plays.byStage.some(({ to }) => to === daysAgo(0).slice(0, 10))).toBe(true);
    expect(plays.byStage[0]?.from).toBe(daysAgo(364).slice(0, 10));
    const { byHour, hoursFrom } = plays;
    expect(hoursFrom).toBe(`${daysAgo(364).slice(0, 7)}-01`);
    expect(byHour).toHaveLength(24);
    expect(byHour[21]).toEqual({ hour: 21, plays: 12 });
    expect(byHour[3]).toEqual({ hour: 3, plays: 6 });
    expect(byHour[9]).toEqual({ hour: 9, plays: null });
    expect(byHour[11]).toEqual({ hour: 11, plays: 6 });
    expect(byHour[12]).toEqual({ hour: 12, plays: 0 });
    await server.db.kysely.deleteFrom('user_activity').execute();
    expect((await read(365)).plays.byHour[21]).toEqual({ hour: 21, plays: 12 });
  });

  test('[D2] show additions since the admin’s last visit', async () => {
    expect((await read(7)).since).toBeNull();
    const yesterday = daysAgo(1);
    await changeRows(server.db, 'audit_log', { action: 'enter' }, { created_at: yesterday });
    admin = await fetchAdminToken(server);
    await signUp(server);
    expect((await read(7)).since).toEqual({
      at: yesterday,
      people: 1,
      tickets: 0,
      favorites: 0,
      deletions: 0,
    });
  });
});
