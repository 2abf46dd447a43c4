import { createHmac, type KeyObject } from 'node:crypto';
import { SHORT_CODE_SIGNS } from '#contract/constants/short-code.ts';
import { ticketReference } from '#contract/constants/ticket-reference.ts';
import { isSameSecret } from '#server/core/config/secrets.ts';

interface Ticket {
  readonly id: number;
  readonly user_id: string;
}

const SIGNS = 10;

/**
 * `T-42-7KQ2M9XWH4`: a ticket's reference with an unguessable part. Includes the user, so that a number reused
 * after a restore does not match.
 */
export function ticketMark(key: KeyObject, { id, user_id }: Ticket): string {
  const bytes = createHmac('sha256', key).update(`${id}\n${user_id}`).digest().subarray(0, SIGNS);
  const signs = Array.from(bytes, (byte) => SHORT_CODE_SIGNS[byte % SHORT_CODE_SIGNS.length]);
  return `${ticketReference(id)}-${signs.join('')}`;
}

const MARK = new RegExp(`\\bT-(\\d{1,9})-[${SHORT_CODE_SIGNS}]{${SIGNS}}(?![\\w-])`, 'gi');
/** Limits database queries for a long header. */
const MOST_MARKS = 8;

/** Distinct references in a text, valid or not. */
export function findMarks(text: string): { readonly id: number; readonly mark: string }[] {
  const found = new Map<string, number>();
  for (const [mark, id] of text.matchAll(MARK)) found.set(mark.toUpperCase(), Number(id));
  return Array.from(found, ([mark, id]) => ({ id, mark })).slice(0, MOST_MARKS);
}

export function isMarkOf(key: KeyObject, ticket: Ticket, mark: string): boolean {
  return isSameSecret(ticketMark(key, ticket), mark);
}
