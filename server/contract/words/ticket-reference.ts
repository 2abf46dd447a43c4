/** 42 → 'T-42': what she and the owner call a ticket. */
export function ticketReference(id: number): string {
  return `T-${id}`;
}

/** 'T-42', 't 42', '#42' and '42' → 42; undefined for what names no ticket. */
export function parseTicketReference(typed: string): number | undefined {
  const [, digits] = /^(?:t[-\s]?|#)?(\d{1,12})$/i.exec(typed.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
