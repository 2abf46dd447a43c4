import { z } from 'zod';
import { lengthOf } from '../words/limits.ts';

/** Numbered by the database; within PostgreSQL's `integer`, as every id of ours. */
export const idSchema = z.int().positive();
export const userIdSchema = z.uuid();
/** As the table engine writes it: `2026-01-02T03:04:05.678+00:00`. */
export const timestampSchema = z.iso.datetime({ offset: true });
/** For a table that only the server fills: no column may be sent. */
export const nothingSchema = z.strictObject({});
export const jsonObjectSchema = z.record(z.string(), z.json());

/** As long as its column takes. For what is written: rows from before there were limits may be longer. */
export const textOf = (most: number) =>
  z.string().refine((text) => lengthOf(text) <= most, `At most ${most} characters.`);
