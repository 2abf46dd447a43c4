import { z } from 'zod';

/** Numbered by the database; within PostgreSQL's `integer`, as every id of ours. */
export const idSchema = z.int().positive();
export const userIdSchema = z.uuid();
/** As the table engine writes it: `2026-01-02T03:04:05.678+00:00`. */
export const timestampSchema = z.iso.datetime({ offset: true });
export const jsonObjectSchema = z.record(z.string(), z.json());
