import { expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { attack } from './attack.ts';
import { createTarget } from './people.ts';

// HOSTILE_REQUESTS=100000 sends more, HOSTILE_SEED=7 others; the same seed repeats the same requests.
const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? 1200);
const SEED = Number(process.env['HOSTILE_SEED'] ?? 22);

test.each(ENGINES)(
  '[Q1] [Q2] [Q3] mostly valid requests of all roles at once cause no 5xx, delay no one for long and reveal no one else’s data, on %s',
  async (engine) => {
    const rows = { audio_content: Array.from({ length: 12 }, () => buildTrack({})) };
    const server = await createTestServer({ engine, rows });
    const target = await createTarget(server.url, await fetchAdminToken(server));
    const options = { requests: REQUESTS, seed: SEED, parallel: 8 };
    const report = await attack(target, options);
    expect(report.findings).toEqual([]);
    // With fewer successes, too few requests would reach the database.
    expect(report.succeeded).toBeGreaterThan(1 / 3);
  },
  REQUESTS * 200,
);
