import { createMaxAffectedError } from '../tables.errors.ts';
import type { Mutation } from './mutation.ts';

/** `max-affected` counts only for those who asked to be taken strictly. */
export function ensureAffected({ prefer }: Mutation, rows: number): void {
  const isLimited = prefer.handling === 'strict' && prefer.maxAffected !== undefined;
  if (isLimited && rows > (prefer.maxAffected ?? 0)) throw createMaxAffectedError(rows);
}
