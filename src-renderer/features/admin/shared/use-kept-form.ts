import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useQuestionAtLeaving } from './use-question-at-leaving.ts';

/** The fields of a form by their name. */
type Fields = Readonly<Record<string, string>>;

interface KeptForm {
  /** What is saved, with what was typed over it. */
  readonly draft: Fields;
  /** Only what was typed and is not saved yet. */
  readonly changes: Fields;
  /** Whether this began with what an earlier visit left behind. */
  readonly isRecalled: boolean;
  change(field: string, text: string): void;
  /** These were saved; what was typed since stays. */
  settle(sent: Fields): void;
  /** Given up. */
  forget(): void;
}

const changesSchema = z.record(z.string(), z.string());

/**
 * A form of the settings that outlives its part until it is saved: another part, a reload and a
 * locked area all come back to what was typed. What is saved elsewhere meanwhile shows in the
 * other fields.
 */
export function useKeptForm(name: string, saved: Fields): KeptForm {
  const key = `form-draft:${name}`;
  const [typed, setTyped] = useState(() => recall(key));
  const [isRecalled] = useState(() => Object.keys(differing(typed, saved)).length > 0);
  const changes = differing(typed, saved);
  const text = JSON.stringify(changes);

  useEffect(() => keep(key, text), [key, text]);
  useQuestionAtLeaving(text !== NOTHING);

  return {
    draft: { ...saved, ...changes },
    changes,
    isRecalled,
    change: (field, value) => setTyped((now) => ({ ...now, [field]: value })),
    settle: (sent) => {
      // Its part may have been left while they were on their way.
      keep(key, JSON.stringify(differing(recall(key), sent)));
      setTyped((now) => differing(now, sent));
    },
    forget: () => {
      keep(key, NOTHING);
      setTyped({});
    },
  };
}

const NOTHING = '{}';

function differing(typed: Fields, from: Fields): Fields {
  return Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== from[field]));
}

/** Nothing as well where the browser refuses its storage, or something else stands there. */
function recall(key: string): Fields {
  try {
    return changesSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? NOTHING));
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
