import { expect, test } from 'vitest';
import type { PersonExport } from '#contract/calls/person-export.ts';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { renderExportPage } from './export-page.ts';

const AT = '2026-01-02T03:04:05.678Z';

const exportOf = (plays: number): PersonExport => ({
  version: 1,
  exported_at: AT,
  email: 'ruth@example.org',
  account: null,
  sessions: [],
  profile: { username: 'Ruth', avatar_url: null, preferences: {}, created_at: AT, updated_at: AT },
  pictures: [],
  favorites: [],
  plays: Array.from({ length: plays }, (_, at) => ({
    content_id: at,
    title: `Psalm "${at}"`,
    created_at: AT,
  })),
  positions: [],
  subscription: null,
  codes: [],
  tickets: [],
  notifications: [],
  consents: [],
  newsletter: null,
  deletion_requests: [],
});

test('a long readable export is sent in short pieces, and contains every play once', () => {
  const pieces = [...renderExportPage(exportOf(10_000), DEFAULT_BRAND)];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(32 * 1024);
  expect(pieces.join('').match(/<dd>Psalm/g)).toHaveLength(10_000);
});
