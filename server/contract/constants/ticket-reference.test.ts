import { expect, test } from 'vitest';
import { parseTicketReference, ticketReference } from './ticket-reference.ts';

test('a ticket is found by its reference in any spelling', () => {
  for (const typed of [ticketReference(42), 't-42', ' T 42', '#42', '42']) {
    expect(parseTicketReference(typed)).toBe(42);
  }
  for (const typed of ['', 'T-', '42 weeks', 'T-42a', '-42']) {
    expect(parseTicketReference(typed)).toBeUndefined();
  }
});
