import { useEffect } from 'react';
import { z } from 'zod';

/** The unsaved input of a form, field by field. */
export interface SavedDraft {
  readonly values: Readonly<Record<string, unknown>>;
  /** The fields' values when the user began to type. */
  readonly origin: Readonly<Record<string, unknown>>;
}

const fieldsSchema = z.record(z.string(), z.unknown());
const draftSchema = z.object({ values: fieldsSchema, origin: fieldsSchema, at: z.number() });

const DRAFTS_KEY = 'admin-drafts';
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;

const keyOf = (name: string) => `${DRAFTS_KEY}:${name}`;

/** sessionStorage keeps this window's draft over a reload, localStorage after it is closed. */
const storages = () => [sessionStorage, localStorage] as const;

/**
 * Stores the unsaved input of a form in this browser until it is saved or discarded. The draft is undefined
 * when all input is saved; the name is undefined when nothing may be stored.
 */
export function useSavedDraft(name: string | undefined, draft: SavedDraft | undefined): void {
  const text = JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text changes with the draft
  useEffect(() => writeDraft(name, draft), [name, text]);
}

export function readDraft(name: string | undefined): SavedDraft | undefined {
  if (name === undefined) return undefined;
  return ignoreErrors(() => {
    const texts = storages().map((storage) => storage.getItem(keyOf(name)));
    const draft = draftSchema.parse(JSON.parse(texts.find((text) => text !== null) ?? ''));
    return Date.now() - draft.at < MAX_AGE_MS ? draft : undefined;
  });
}

export function writeDraft(name: string | undefined, draft: SavedDraft | undefined): void {
  if (name === undefined) return;
  ignoreErrors(() => {
    const key = keyOf(name);
    const [own, shared] = storages();
    if (draft) {
      const text = JSON.stringify({ ...draft, at: Date.now() });
      own.setItem(key, text);
      shared.setItem(key, text);
    } else {
      // The shared copy may hold newer input of another window.
      if (own.getItem(key) === shared.getItem(key)) shared.removeItem(key);
      own.removeItem(key);
    }
  });
}

/** Separates the drafts of the admins; the shared password has no id. */
export const draftKeyOf = (form: string, adminId: string | undefined): string =>
  adminId === undefined ? form : `${form}@${adminId}`;

/** Storage access may throw, and stored data may be invalid. */
function ignoreErrors<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
