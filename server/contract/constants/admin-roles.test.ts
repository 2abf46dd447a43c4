import { describe, expect, test } from 'vitest';
import { ADMIN_AREAS, ADMIN_ROLE_NAMES, type AdminArea, mayAdmin } from './admin-roles.ts';

// Object.keys loses the key type; the table has every area.
const AREAS = Object.keys(ADMIN_AREAS) as AdminArea[];
const OPEN_TO_READERS = AREAS.filter(
  (area) => !['credentials', 'outbox', 'backups', 'admins'].includes(area),
);

/**
 * The rights of each role, repeated independently of the table, so that no role gains one by accident (decision 18).
 */
describe.each([
  {
    role: 'owner',
    writes: AREAS.filter((area) => area !== 'dashboard' && area !== 'log'),
    reads: AREAS,
  },
  {
    role: 'editor',
    writes: ['content', 'notifications'],
    reads: ['dashboard', 'content', 'notifications', 'kiosks', 'settings'],
  },
  {
    role: 'helpdesk',
    writes: ['people', 'support', 'plans'],
    reads: OPEN_TO_READERS.filter((area) => area !== 'log'),
  },
  { role: 'reader', writes: [], reads: OPEN_TO_READERS },
] as const)('[Q3] [D1] the role $role', ({ role, writes, reads }) => {
  test('may change only the agreed areas', () => {
    expect(AREAS.filter((area) => mayAdmin(role, 'write', area))).toEqual(inOrder(writes));
  });

  test('may see only the agreed areas', () => {
    expect(AREAS.filter((area) => mayAdmin(role, 'read', area))).toEqual(inOrder(reads));
  });
});

test('[Q3] the tables of this test contain every role', () => {
  expect(ADMIN_ROLE_NAMES).toEqual(['owner', 'editor', 'helpdesk', 'reader']);
});

const inOrder = (areas: readonly AdminArea[]) => AREAS.filter((area) => areas.includes(area));
