import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { SHORT_CODE_SIGNS } from '#contract/words/short-code.ts';
import { ticketReference } from '#contract/words/ticket-reference.ts';

interface Ticket {
  readonly id: number;
  readonly user_id: string;
}

const SIGNS = 10;

/**
 * `T-42-7KQ2M9XWH4`: the reference of a ticket with what nobody can guess who has had no mail about it. Of the person
 * too, so that a number which is given anew after a restore opens nothing.
 */
export function ticketMark(key: KeyObject, { id, user_id }: Ticket): string {
  const bytes = createHmac('sha256', key).update(`${id}\n${user_id}`).digest().subarray(0, SIGNS);
  const signs = Array.from(bytes, (byte) => SHORT_CODE_SIGNS[byte % SHORT_CODE_SIGNS.length]);
  return `${ticketReference(id)}-${signs.join('')}`;
}

const MARK = new RegExp(`\\bT-(\\d{1,9})-[${SHORT_CODE_SIGNS}]{${SIGNS}}(?![\\w-])`, 'gi');
/** A head may be long, and each mark is a question to the database. */
const MOST_MARKS = 8;

/** The marks in a text, true or not, each once. */
export function findMarks(text: string): { readonly id: number; readonly mark: string }[] {
  const found = new Map<string, number>();
  for (const [mark, id] of text.matchAll(MARK)) found.set(mark.toUpperCase(), Number(id));
  return Array.from(found, ([mark, id]) => ({ id, mark })).slice(0, MOST_MARKS);
}

export function isMarkOf(key: KeyObject, ticket: Ticket, mark: string): boolean {
  const own = Buffer.from(ticketMark(key, ticket));
  const given = Buffer.from(mark);
  return own.length === given.length && timingSafeEqual(own, given);
}
