import { z } from 'zod';
import { LIMITS } from '../constants/limits.ts';

/** Database-generated. */
export const idSchema = z.int().positive();
/** Any UUID that PostgreSQL accepts: an imported account may have one of no known version. */
export const userIdSchema = z.guid();
/** Format of the table engine: `2026-01-02T03:04:05.678+00:00`. */
export const timestampSchema = z.iso.datetime({ offset: true });
export const jsonObjectSchema = z.record(z.string(), z.json());
const NO_ADDRESS = 'This does not look like an email address.';
/**
 * An address typed into a form: any that an account can have, except that its domain must contain a dot, because an
 * address without one is more likely a typing error.
 */
export const typedEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(LIMITS.emailLength, 'This email address is too long.')
  .pipe(z.email({ pattern: z.regexes.html5Email, error: NO_ADDRESS }).regex(/@.*\./, NO_ADDRESS));
