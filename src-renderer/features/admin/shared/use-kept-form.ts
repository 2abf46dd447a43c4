import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useQuestionAtLeaving } from './use-question-at-leaving.ts';

/** The fields of a form by their name. */
type Fields = Readonly<Record<string, string>>;

export interface KeptForm {
  /** What is saved, with what was typed over it. */
  readonly draft: Fields;
  /** Only what was typed and is not saved yet. */
  readonly changes: Fields;
  /** What stood in those fields when she began to type. */
  readonly bases: Fields;
  /** Fields that she typed in and that were saved elsewhere meanwhile, with something else. */
  readonly clashes: readonly string[];
  /** Whether this began with what an earlier visit left behind. */
  readonly isRecalled: boolean;
  change(field: string, text: string): void;
  /** Ends a clash. */
  choose(field: string, choice: 'hers' | 'theirs'): void;
  /** These were saved; what was typed since stays. */
  settle(sent: Fields): void;
  /** Given up. */
  forget(): void;
}

interface Typed {
  readonly text: string;
  /** What was saved there when she began. */
  readonly over: string;
}
type TypedFields = Readonly<Record<string, Typed>>;

const typedSchema = z.record(z.string(), z.object({ text: z.string(), over: z.string() }));

/**
 * A form of the settings that outlives its part until it is saved: another part, a reload and a
 * locked area all come back to what was typed. What is saved elsewhere meanwhile shows in the
 * other fields; where both wrote in one, it is a clash, which she ends.
 */
export function useKeptForm(name: string, saved: Fields): KeptForm {
  const key = `form-draft:${name}`;
  const [typed, setTyped] = useState(() => recall(key));
  const unsaved = differing(typed, saved);
  const [isRecalled] = useState(() => Object.keys(unsaved).length > 0);
  const text = JSON.stringify(unsaved);
  const changes = mapFields(unsaved, (one) => one.text);
  const bases = mapFields(unsaved, (one) => one.over);

  useEffect(() => keep(key, text), [key, text]);
  useQuestionAtLeaving(text !== NOTHING);

  return {
    draft: { ...saved, ...changes },
    changes,
    bases,
    clashes: findClashes({ changes, bases }, saved),
    isRecalled,
    change: (field, value) =>
      setTyped((now) => {
        const { [field]: before, ...others } = differing(now, saved);
        const theirs = saved[field] ?? '';
        return value === theirs
          ? others
          : { ...others, [field]: { text: value, over: before?.over ?? theirs } };
      }),
    choose: (field, choice) =>
      setTyped((now) => {
        const { [field]: before, ...others } = now;
        return choice === 'theirs' || !before
          ? others
          : { ...others, [field]: { ...before, over: saved[field] ?? '' } };
      }),
    settle: (sent) => {
      // Its part may have been left while they were on their way.
      keep(key, JSON.stringify(settled(recall(key), sent)));
      setTyped((now) => settled(now, sent));
    },
    forget: () => {
      keep(key, NOTHING);
      setTyped({});
    },
  };
}

const NOTHING = '{}';

function mapFields(typed: TypedFields, read: (one: Typed) => string): Fields {
  return Object.fromEntries(Object.entries(typed).map(([field, one]) => [field, read(one)]));
}

function differing(typed: TypedFields, from: Fields): TypedFields {
  return Object.fromEntries(
    Object.entries(typed).filter(([field, { text }]) => text !== (from[field] ?? '')),
  );
}

/** What was sent is what stands there now; what was typed since is typed over it. */
function settled(typed: TypedFields, sent: Fields): TypedFields {
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([field, { text }]) => text !== sent[field])
      .map(([field, { text, over }]) => [field, { text, over: sent[field] ?? over }]),
  );
}

/** The fields in which somebody else saved something else than both she and what she began with. */
export function findClashes(
  { changes, bases }: Pick<KeptForm, 'changes' | 'bases'>,
  saved: Fields,
): string[] {
  return Object.keys(changes).filter((field) => {
    const now = saved[field] ?? '';
    return now !== bases[field] && now !== changes[field];
  });
}

/** Nothing as well where the browser refuses its storage, or something else stands there. */
function recall(key: string): TypedFields {
  try {
    return typedSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? NOTHING));
  } catch {
    return {};
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === NOTHING) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Then it lives as long as its part.
  }
}
