import { createHash } from 'node:crypto';

/** A deterministic version 4 UUID, so that seeding twice writes the same rows. */
export function sampleUuid(kind: string, number: number): string {
  const hex = createHash('sha256').update(`cradlesong sample ${kind} ${number}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
