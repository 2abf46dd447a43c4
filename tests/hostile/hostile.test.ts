import { beforeAll, describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { type AttackReport, attack } from './attack.ts';
import { createTarget } from './people.ts';

// The short form; `node tests/tools/hostile.ts` sends a hundred times as many requests to the built server, with strict
// time limits.
const REQUESTS = 1200;

describe.each(ENGINES)(
  '[Q1] [Q2] [Q3] mostly valid requests of all roles at once, on %s',
  (engine) => {
    let report: AttackReport;
    beforeAll(async () => {
      const rows = { audio_content: Array.from({ length: 12 }, () => buildTrack({})) };
      const server = await createTestServer({ engine, rows });
      const target = await createTarget(server.url, await fetchAdminToken(server), undefined);
      report = await attack(target, { requests: REQUESTS, seed: 22, parallel: 8, slowMs: 10_000 });
    }, 240_000);

    test('cause no 5xx, delay no one for long and reveal no one else’s data', () => {
      expect(report.findings).toEqual([]);
    });

    test('succeed often enough to be a realistic test', () => {
      expect(report.succeeded).toBeGreaterThan(1 / 3);
    });
  },
);
