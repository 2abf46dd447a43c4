import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { type Actor, ANON, type Audience } from '#server/core/actors/actor.ts';
import type { TablePolicy } from '#server/tables/rules.ts';

/** The row's owner, and another user. */
export const OWNER_ID = sampleUuid('user', 1);
const OTHER_ID = sampleUuid('user', 2);
const NOW = '2026-03-01T12:00:00.000Z';
const VERBS = ['select', 'insert', 'update', 'delete'] as const;

const user = (userId: string, audience: Audience): Actor => ({
  role: 'authenticated',
  userId,
  sessionId: null,
  audience,
});

/** The permitted operations on a row: `select insert`. */
export interface Verbs {
  owner: string;
  other: string;
  guest: string;
  admin: string;
}

/** Pass only the columns that the policy reads. */
export function verbsOf<Row>(
  policy: TablePolicy<Row>,
  row: Partial<Row>,
  audience: Audience = { stage: null, isPaused: false },
): Verbs {
  const may = (actor: Actor) =>
    // Safe: the policy does not read the missing columns.
    VERBS.filter((verb) => policy[verb].allows(actor, row as Row, NOW)).join(' ');
  return {
    owner: may(user(OWNER_ID, audience)),
    other: may(user(OTHER_ID, audience)),
    guest: may(ANON),
    admin: may({ role: 'service_role', userId: null, sessionId: null }),
  };
}
