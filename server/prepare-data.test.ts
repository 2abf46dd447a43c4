import { expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildDeletionRequest } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { DAY_MS } from './core/clock.ts';
import { createLogger } from './core/telemetry/logger.ts';
import { addToTombstoneFile } from './modules/privacy/erasure/tombstone-file.ts';
import { readTombstoneKeys } from './modules/privacy/erasure/tombstone-keys.ts';
import { createTombstones } from './modules/privacy/erasure/tombstones.usecases.ts';
import { prepareData } from './prepare-data.ts';

test.each(ENGINES)(
  '[X1] a start erases users whose erasure is due or who were restored, on %s',
  async (engine) => {
    const [due, back, other] = [buildUser(1), buildUser(2), buildUser(3)];
    const { deps, db } = await createTestServer({
      engine,
      rows: {
        // A library with a track is not seeded.
        audio_content: [buildTrack()],
        users: [due, back, other],
        deletion_requests: [
          buildDeletionRequest(1, { status: 'approved', due_at: '2026-01-02T00:00:00.000Z' }),
          buildDeletionRequest(3, { status: 'approved', due_at: '2999-01-02T00:00:00.000Z' }),
        ],
      },
    });
    const erased = createTombstones(
      readTombstoneKeys(deps.config.DATA_DIR),
      { userId: back.id, emails: [back.email] },
      '2026-02-01T00:00:00Z',
    );
    await addToTombstoneFile(deps.config.DATA_DIR, erased);

    await prepareData(deps, () => undefined);

    expect(await db.kysely.selectFrom('users').select('email').execute()).toEqual([
      { email: other.email },
    ]);
  },
);

test('[X1] a start with a clock a year ahead erases no one', async () => {
  const { deps, db, clock } = await createTestServer({
    rows: {
      audio_content: [buildTrack()],
      users: [buildUser(1)],
      deletion_requests: [
        buildDeletionRequest(1, { status: 'approved', due_at: '2027-01-02T00:00:00.000Z' }),
      ],
    },
  });
  clock.advance(365 * DAY_MS);
  await prepareData(deps, () => undefined);
  expect(await db.kysely.selectFrom('users').selectAll().execute()).toHaveLength(1);
});

test.each([
  ['Password123', 1],
  ['consider the lilies', 0],
])(
  'a start with the admin password %s logs this number of warnings: %i',
  async (password, warnings) => {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'warn',
      isTerminal: false,
      destination: { write: (line) => void lines.push(line) },
    });
    const { deps } = await createTestServer({
      config: { ADMIN_PASSWORD: password },
      deps: { logger },
      rows: { audio_content: [buildTrack()] },
    });

    await prepareData(deps, () => undefined);

    expect(lines.filter((line) => line.includes('ADMIN_PASSWORD is one of'))).toHaveLength(
      warnings,
    );
    expect(lines.join()).not.toContain(password);
  },
);
