import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

export interface JsonFile<T> {
  read(): T;
  /** Returns false if the file could not be written; the value is then kept until the program ends. */
  write(value: T): boolean;
}

/**
 * A small JSON file with atomic writes, safe in a power cut. A missing or damaged file reads as the fallback, by
 * default `{}`, which the schema must accept.
 */
export function openJsonFile<S extends z.ZodType>(
  path: string,
  schema: S,
  fallback: () => unknown = () => ({}),
): JsonFile<z.output<S>> {
  let value: z.output<S> | undefined;
  return {
    read() {
      value ??= schema.parse(readJson(path, schema) ?? fallback());
      return value;
    },
    write(next) {
      value = next;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(`${path}.new`, JSON.stringify(next), { mode: 0o600, flush: true });
        renameSync(`${path}.new`, path);
        return true;
      } catch {
        return false;
      }
    },
  };
}

function readJson(path: string, schema: z.ZodType): unknown {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return schema.safeParse(found).success ? found : undefined;
  } catch {
    return undefined;
  }
}
