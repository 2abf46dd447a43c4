import { z } from 'zod';
import type { Executor } from '#db/schema/database.ts';
import { findStoredState, saveStoredState } from '#server/core/stored-state.repository.ts';

/** From this number on the dashboard shows "200 or more". */
export const MOST_TICKETS = 200;

/** Open tickets, oldest first, with the user's newest reply. */
export function listOpenTickets(db: Executor) {
  return db
    .selectFrom('support_tickets')
    .select((eb) => [
      'id',
      eb
        .selectFrom('ticket_messages')
        .select((message) => message.fn.max('ticket_messages.id').as('last'))
        .whereRef('ticket_id', '=', 'support_tickets.id')
        .where('author', '=', 'person')
        .as('reply'),
    ])
    .where('status', '=', 'open')
    .orderBy('id')
    .limit(MOST_TICKETS)
    .execute();
}

/** Deletion requests to decide or to carry out, oldest first. */
export function listOpenRequests(db: Executor) {
  return db
    .selectFrom('deletion_requests')
    .select(['id', 'status', 'created_at', 'due_at'])
    .where('status', 'in', ['received', 'confirmed', 'approved'])
    .orderBy('created_at')
    .execute();
}

export async function listOwnerAddresses(db: Executor): Promise<string[]> {
  const owners = await db
    .selectFrom('admin_people')
    .select('email')
    .where('role', '=', 'owner')
    .execute();
  return owners.map(({ email }) => email);
}

const KEY = 'told_needs';
const mailedSchema = z.record(
  z.string(),
  z.object({ keys: z.array(z.string()), mailedAt: z.iso.datetime() }),
);
/** Per need: the mailed keys, and the time of the last mail. */
export type MailedNeeds = z.infer<typeof mailedSchema>;

/** Unreadable state counts as none. */
export async function findMailedNeeds(db: Executor): Promise<MailedNeeds> {
  return mailedSchema.catch({}).parse(await findStoredState(db, KEY));
}

export const saveMailedNeeds = (db: Executor, mailed: MailedNeeds, now: string) =>
  saveStoredState(db, KEY, mailed, now);
