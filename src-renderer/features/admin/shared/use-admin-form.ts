import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { useAdminId } from '../admin-may.ts';
import { defaultErrorMessage } from './error-message.ts';
import { useLeaveGuard } from './leave-guard.tsx';
import { draftNameOf, readDraft, useSavedDraft, writeDraft } from './use-saved-draft.ts';

type Name<Draft> = keyof Draft & Path<Draft>;
/** Fields that are saved, stored as a draft and merged together. */
type Part<Draft> = readonly Name<Draft>[];

/** A row as the server has it. */
export interface Saved<Draft> {
  readonly saved: Draft;
  /** The row's `updated_at`, where it has one. */
  readonly version?: string | undefined;
}

export interface SavedOn<Draft> extends Saved<Draft> {
  /** The changed fields: the only ones to send. */
  readonly changed: readonly Name<Draft>[];
}

interface AdminFormOptions<Draft, Values> extends Saved<Draft> {
  /** The key of the saved draft; without it nothing is stored, for example a password. */
  keepAs?: string;
  /** The URL parameter that opens the form. */
  openedBy?: string;
  schema: z.ZodType<Values, Draft>;
  /** Fields that belong together; other fields are merged one by one. */
  parts?: readonly Part<Draft>[];
  /**
   * Writes only over the version in `on`; returns the current row when it has changed meanwhile.
   * Returns 'later' when valid input is first shown for confirmation.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most forms have nothing to return
  save: (values: Values, on: SavedOn<Draft>) => Promise<Saved<Draft> | 'later' | undefined | void>;
  onSaved?: (values: Values) => void;
}

/** Work that a save waits for, by name: an upload, a picture to crop. Each resolves to whether it succeeded. */
export type PendingWork = Map<string, () => Promise<boolean>>;

export interface Conflict<Draft> {
  readonly part: Part<Draft>;
  readonly mine: Draft;
  readonly theirs: Draft;
}

export interface AdminForm<Draft> {
  readonly draft: Draft;
  readonly isDirty: boolean;
  readonly hasDraft: boolean;
  readonly isSaving: boolean;
  /** Whether a draft of an earlier visit was restored. */
  readonly isRestored: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly failure: string | undefined;
  readonly conflicts: readonly Conflict<Draft>[];
  readonly pending: PendingWork;
  /** Props for a field of `field.tsx`. */
  field(name: Name<Draft>): UseFormRegisterReturn & { error: string | undefined };
  change(values: Partial<Draft>): void;
  choose(part: Part<Draft>, whose: 'mine' | 'theirs'): void;
  submit(event: SubmitEvent<HTMLFormElement>): void;
  /** Submits again, after the confirmation for which `save` returned 'later'. */
  resubmit(): void;
  /** Resets to the saved row, or to other values. */
  reset(to?: Draft): void;
}

/** Attempts per save while other windows keep changing the row. */
const TRIES = 5;

const HALF_TYPED = { message: 'Please write this in full.' };

/**
 * The form of the admin area: react-hook-form with a schema. Sends the changed fields with the
 * version they are based on; shows both values in a conflict; keeps unsaved input over a reload, a
 * closed tab and an expired session; asks before the user leaves unsaved input.
 */
export function useAdminForm<Draft extends FieldValues, Values>(
  options: AdminFormOptions<Draft, Values>,
): AdminForm<Draft> {
  const { keepAs, openedBy, schema, save, onSaved } = options;
  const admin = useAdminId();
  const [draftName] = useState(keepAs && draftNameOf(keepAs, admin));
  const [restored] = useState(() => readDraft(draftName));
  const form = useForm<Draft, unknown, Values>({
    // A draft has fields of this form, perhaps of an earlier version; the schema checks them.
    defaultValues: Object({ ...options.saved, ...restored?.values }),
    resolver: zodResolver(schema, { error: defaultErrorMessage }),
    shouldFocusError: false,
  });
  const row = useSavedRow(form, options, restored?.origin);
  const [failure, setFailure] = useState<string>();
  const [pending] = useState<PendingWork>(() => new Map());
  const element = useRef<HTMLFormElement>(undefined);

  const draft = form.watch();
  useSavedDraft(draftName, row.draftToKeep());
  // Input without a stored draft is short and quickly typed again: a password, a code.
  useLeaveGuard({
    openedBy,
    isDirty: () => draftName !== undefined && (row.changed().length > 0 || pending.size > 0),
    pending,
  });

  const send = async () => {
    // The field of the failed work shows the error.
    if (!(await finishAll(pending))) return;
    let values = schema.parse(form.getValues());
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (row.conflicts().length > 0) return;
      const sent = structuredClone(form.getValues());
      const now = await save(values, row.savedOn());
      if (now === 'later') return;
      if (!now) {
        row.settle(sent);
        writeDraft(draftName, row.draftToKeep());
        onSaved?.(values);
        return;
      }
      row.follow(now);
      values = schema.parse(form.getValues());
    }
    throw new Error('Another window is saving the same. Try again in a moment.');
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { currentTarget } = event;
    element.current = currentTarget;
    event.preventDefault();
    if (form.formState.isSubmitting) return;
    setFailure(undefined);
    const half = [...currentTarget.querySelectorAll('input')].find((one) => one.validity.badInput);
    if (half) {
      form.setError(namesOf<Draft>(draft).find((name) => name === half.name) ?? 'root', HALF_TYPED);
      focusFirstError(currentTarget);
      return;
    }
    const handleValid = () =>
      send()
        .catch((error: Error) => setFailure(error.message))
        .then(() => scrollToAlert(currentTarget));
    void form.handleSubmit(handleValid, () => focusFirstError(currentTarget))(event);
  };

  const errors = readErrors(form.formState.errors);
  return {
    draft,
    isDirty: row.changed().length > 0,
    hasDraft: keepAs !== undefined,
    isSaving: form.formState.isSubmitting,
    isRestored: restored !== undefined,
    errors,
    failure,
    conflicts: row.conflicts().map((part) => ({ part, mine: draft, theirs: row.known().saved })),
    pending,
    field: (name) => ({ ...form.register(name), error: errors[name] }),
    change: (values) => row.take(namesOf<Draft>(values), { ...draft, ...values }),
    choose: row.choose,
    submit,
    // After the confirmation is rendered.
    resubmit: () => setTimeout(() => element.current?.requestSubmit()),
    reset(to = row.known().saved) {
      pending.clear();
      form.reset(to);
      row.settle(to);
      writeDraft(draftName, undefined);
      setFailure(undefined);
    },
  };
}

/**
 * The row in the form: the server's values, the local changes and the version they are based on.
 * Also in a ref, since saves and leave guards run after the form has unmounted.
 */
function useSavedRow<Draft extends FieldValues, Values>(
  form: UseFormReturn<Draft, unknown, Values>,
  {
    saved,
    version,
    parts = [],
  }: Pick<AdminFormOptions<Draft, Values>, 'saved' | 'version' | 'parts'>,
  restored: object | undefined,
) {
  const known = useRef({ saved, version, origin: { ...saved, ...restored } });
  const [, setKnown] = useState(known.current);
  const put = (next: typeof known.current) => {
    known.current = next;
    setKnown(next);
  };
  const grouped = new Set<string>(parts.flat());
  const names = namesOf<Draft>(saved);
  const all = [...parts, ...names.filter((name) => !grouped.has(name)).map((name) => [name])];
  const changed = () => all.filter((part) => differs(part, form.getValues(), known.current.saved));
  const take = (part: Part<Draft>, from: Draft) => {
    for (const name of part) {
      form.setValue(name, Object(from)[name], {
        shouldValidate: form.formState.isSubmitted,
      });
    }
  };
  /** Unchanged fields follow the server. */
  const follow = (next: Saved<Draft>) => {
    const edited = changed();
    for (const part of all) if (!edited.includes(part)) take(part, next.saved);
    const origin = { ...next.saved, ...pick(known.current.origin, edited.flat()) };
    put({ saved: next.saved, version: next.version, origin });
  };
  const handleServer = useEffectEvent(() => {
    const mine = known.current.version;
    const isOld = version && mine && Date.parse(version) < Date.parse(mine);
    if (!isOld) follow({ saved, version });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the content, not the object
  useEffect(() => handleServer(), [JSON.stringify(saved), version]);

  return {
    known: () => known.current,
    savedOn: (): SavedOn<Draft> => ({
      saved: known.current.saved,
      version: known.current.version,
      changed: changed().flat(),
    }),
    changed,
    conflicts: () =>
      changed().filter((part) => differs(part, known.current.origin, known.current.saved)),
    take,
    follow,
    settle: (now: Draft) => put({ ...known.current, saved: now, origin: now }),
    choose(part: Part<Draft>, whose: 'mine' | 'theirs') {
      const theirs = known.current.saved;
      if (whose === 'theirs') take(part, theirs);
      put({ ...known.current, origin: { ...known.current.origin, ...pick(theirs, part) } });
    },
    draftToKeep() {
      const fields = changed().flat();
      return fields.length === 0
        ? undefined
        : { values: pick(form.getValues(), fields), origin: pick(known.current.origin, fields) };
    },
  };
}

/** A long form shows conflicts and failures below its visible part. */
function scrollToAlert(form: HTMLFormElement): void {
  // Alerts appear with the next render.
  setTimeout(() => form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' }));
}

async function finishAll(pending: PendingWork): Promise<boolean> {
  const finished = await Promise.all([...pending.values()].map((finish) => finish()));
  return !finished.includes(false);
}

/** Object.keys loses the keys' type; a row of a form has no other keys. */
const namesOf = <Draft>(row: Partial<Draft>) => Object.keys(row) as Name<Draft>[];

function differs<Row>(part: Part<Row>, one: Row, other: Row): boolean {
  return part.some((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

function pick<Row extends object>(row: Row, names: readonly (keyof Row)[]): Partial<Row> {
  const picked: Partial<Row> = {};
  for (const name of names) picked[name] = row[name];
  return picked;
}

const readErrors = (errors: object): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, messageIn(error) ?? '']));

/** The first message about a field or a nested value. */
function messageIn(error: unknown): string | undefined {
  const { message, ref: _, ...inner }: Record<string, unknown> = { ...Object(error) };
  if (typeof message === 'string') return message;
  return Object.values(inner)
    .filter((one) => typeof one === 'object')
    .map(messageIn)
    .find((one) => one !== undefined);
}
