/** 42 → 'T-42', a ticket's reference. */
export function ticketReference(id: number): string {
  return `T-${id}`;
}

/** 'T-42', 't 42', '#42' and '42' → 42; undefined if invalid. */
export function parseTicketReference(typed: string): number | undefined {
  const [, digits] = /^(?:t[-\s]?|#)?(\d{1,12})$/i.exec(typed.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
