import { createHmac, type KeyObject } from 'node:crypto';
import { SHORT_CODE_CHARS } from '#contract/constants/short-code.ts';
import { ticketReference } from '#contract/constants/ticket-reference.ts';
import { isSameSecret } from '#server/core/config/secrets.ts';

interface Ticket {
  readonly id: number;
  readonly user_id: string;
}

const SUFFIX_LENGTH = 10;

/**
 * `T-42-7KQ2M9XWH4`: a ticket's reference with a signature as its suffix. Signs the user id too, because after a
 * restore a new ticket may get the same number.
 */
export function signedReference(key: KeyObject, { id, user_id }: Ticket): string {
  const bytes = createHmac('sha256', key)
    .update(`${id}\n${user_id}`)
    .digest()
    .subarray(0, SUFFIX_LENGTH);
  const characters = Array.from(bytes, (byte) => SHORT_CODE_CHARS[byte % SHORT_CODE_CHARS.length]);
  return `${ticketReference(id)}-${characters.join('')}`;
}

const SIGNED_REFERENCE = new RegExp(
  `\\bT-(\\d{1,9})-[${SHORT_CODE_CHARS}]{${SUFFIX_LENGTH}}(?![\\w-])`,
  'gi',
);
/** Limits the database queries, one per reference. */
const MAX_REFERENCES = 8;

/** Distinct signed references in a text; their signatures are not checked. */
export function findSignedReferences(
  text: string,
): { readonly id: number; readonly reference: string }[] {
  const found = new Map<string, number>();
  for (const [reference, id] of text.matchAll(SIGNED_REFERENCE)) {
    found.set(reference.toUpperCase(), Number(id));
  }
  return Array.from(found, ([reference, id]) => ({ id, reference })).slice(0, MAX_REFERENCES);
}

export function isSignedReferenceOf(key: KeyObject, ticket: Ticket, reference: string): boolean {
  return isSameSecret(signedReference(key, ticket), reference);
}
