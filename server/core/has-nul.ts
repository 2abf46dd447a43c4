/** Whether a text in the value holds NUL, which PostgreSQL cannot store. */
export const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
