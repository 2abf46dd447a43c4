import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useStore } from 'jotai';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { toast } from '#renderer/components/messages/toast.ts';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { useAdminId } from '../admin-permissions.ts';
import { type AdminBackend, adminBackendOf } from '../admin-session.ts';
import { defaultErrorMessage } from './error-message.ts';
import { useLeaveGuard } from './leave-guard.tsx';
import { pick } from './pick.ts';
import { draftKeyOf, readDraft, useSavedDraft, writeDraft } from './use-saved-draft.ts';

type Name<Draft> = keyof Draft & Path<Draft>;
/** Fields that are saved, stored as a draft and merged together. */
type Part<Draft> = readonly Name<Draft>[];

/** The server's row. */
export interface Saved<Draft> {
  readonly saved: Draft;
  /** The row's `updated_at`, where it has one. */
  readonly version?: string | undefined;
}

/** The row that the changes are based on. */
export interface SaveBase<Draft> extends Saved<Draft> {
  /** The changed fields; only these are sent. */
  readonly changed: readonly Name<Draft>[];
}

interface AdminFormOptions<Draft, Values> extends Saved<Draft> {
  /** Names the saved draft; without it no draft is stored, as for a password. */
  draftName?: string;
  /** The URL parameter that opens the form. */
  openedBy?: string;
  schema: z.ZodType<Values, Draft>;
  /** Fields that belong together; other fields are merged one by one. */
  parts?: readonly Part<Draft>[];
  /** The name of the queries to refetch after each save; `['admin', name]` begins their keys. */
  refetches?: string;
  /**
   * Writes only if the row still has the version `base.version`; otherwise returns the current row.
   * Returns 'later' to ask for a confirmation first.
   */
  save: (
    values: Values,
    base: SaveBase<Draft>,
    backend: AdminBackend,
  ) => Promise<Saved<Draft> | 'later' | undefined>;
  /** The toast after a save. */
  done?: string | ((values: Values) => string);
  onSaved?: (values: Values) => void;
}

/** Work to finish before a save, by name: an upload, a crop. Each resolves to whether it succeeded. */
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
  /** Whether the draft of an earlier visit was restored. */
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
  /** Submits again after the confirmation, when `save` has returned 'later'. */
  resubmit(): void;
  /** Resets to the saved row, or to other values. */
  reset(to?: Draft): void;
}

/** Attempts per save while other windows keep changing the row. */
const MAX_ATTEMPTS = 5;

/** The first field with half of a date or number, or with a year of more than four digits. */
function findUnreadable(form: HTMLFormElement) {
  for (const { name, type, validity, value } of form.querySelectorAll('input')) {
    if (validity.badInput) return { name, message: 'Please write this in full.' };
    // Browsers accept years of five and six digits.
    if (type.startsWith('date') && /^\d{5}/.test(value)) {
      return { name, message: 'Please write the year with four digits.' };
    }
  }
  return undefined;
}

/**
 * The form of the admin area: react-hook-form with a schema. Sends the changed fields with the
 * version they are based on; shows both values in a conflict; keeps unsaved input over a reload, a
 * closed tab and an expired session; asks before the user leaves unsaved input.
 */
export function useAdminForm<Draft extends FieldValues, Values>(
  options: AdminFormOptions<Draft, Values>,
): AdminForm<Draft> {
  const { draftName, openedBy, schema, onSaved } = options;
  const admin = useAdminId();
  const save = useSave(options);
  const [draftKey] = useState(draftName && draftKeyOf(draftName, admin));
  const [restored] = useState(() => readDraft(draftKey));
  const form = useForm<Draft, unknown, Values>({
    // The draft may be of an earlier version of the form, so the schema checks it.
    defaultValues: Object({ ...options.saved, ...restored?.values }),
    resolver: zodResolver(schema, { error: defaultErrorMessage }),
    shouldFocusError: false,
  });
  const row = useSavedRow(form, options, restored?.origin);
  const [failure, setFailure] = useState<string>();
  const [pending] = useState<PendingWork>(() => new Map());
  const element = useRef<HTMLFormElement>(undefined);

  const draft = form.watch();
  useSavedDraft(draftKey, row.draftToKeep());
  // A form without a stored draft has short input, such as a password, and may be left.
  useLeaveGuard({
    openedBy,
    isDirty: () => draftKey !== undefined && (row.changed().length > 0 || pending.size > 0),
    pending,
  });

  const send = async () => {
    // The field whose work failed shows the error.
    if (!(await finishAll(pending))) return;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      // Values that an upload or another window has changed may be invalid.
      if (!(await form.trigger()) || row.conflicts().length > 0) return;
      const sent = structuredClone(form.getValues());
      const values = schema.parse(sent);
      const now = await save(values, row.base());
      if (now === 'later') return;
      if (!now) {
        row.markSaved(sent);
        writeDraft(draftKey, row.draftToKeep());
        onSaved?.(values);
        return;
      }
      row.rebase(now);
    }
    throw new Error('Another window is saving the same data. Try again in a moment.');
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { currentTarget } = event;
    element.current = currentTarget;
    event.preventDefault();
    if (form.formState.isSubmitting) return;
    setFailure(undefined);
    const bad = findUnreadable(currentTarget);
    if (bad) {
      form.setError(namesOf<Draft>(draft).find((name) => name === bad.name) ?? 'root', bad);
      return focusFirstError(currentTarget);
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
    hasDraft: draftName !== undefined,
    isSaving: form.formState.isSubmitting,
    isRestored: restored !== undefined,
    errors,
    failure,
    conflicts: row.conflicts().map((part) => ({ part, mine: draft, theirs: row.known().saved })),
    pending,
    field: (name) => ({ ...form.register(name), error: errors[name] }),
    change: (values) => row.setFields(namesOf<Draft>(values), { ...draft, ...values }),
    choose: row.choose,
    submit,
    // Waits until the confirmed state is rendered.
    resubmit: () => setTimeout(() => element.current?.requestSubmit()),
    reset(to = row.known().saved) {
      pending.clear();
      form.reset(to);
      row.markSaved(to);
      writeDraft(draftKey, undefined);
      setFailure(undefined);
    },
  };
}

/** Resolves when the queries are refetched, even after an error. */
function useSave<Draft, Values>({
  refetches,
  save,
  done,
}: Pick<AdminFormOptions<Draft, Values>, 'refetches' | 'save' | 'done'>) {
  const store = useStore();
  const queryClient = useQueryClient();
  return async (values: Values, base: SaveBase<Draft>) => {
    let answer: Awaited<ReturnType<typeof save>>;
    try {
      // The token may have been renewed while a file was sent.
      answer = await save(values, base, adminBackendOf(store));
    } finally {
      if (refetches && answer !== 'later') {
        await queryClient.invalidateQueries({ queryKey: ['admin', refetches] });
      }
    }
    if (!answer && done) toast.success(typeof done === 'string' ? done : done(values));
    return answer;
  };
}

/**
 * Tracks the server's row, its version, and in `origin` the values that local changes started from.
 * A ref holds them too, because saves and leave guards run after the form has unmounted.
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
  const setKnownRow = (next: typeof known.current) => {
    known.current = next;
    setKnown(next);
  };
  const grouped = new Set<string>(parts.flat());
  const names = namesOf<Draft>(saved);
  const allParts = [...parts, ...names.filter((name) => !grouped.has(name)).map((name) => [name])];
  const changed = () =>
    allParts.filter((part) => differs(part, form.getValues(), known.current.saved));
  const setFields = (part: Part<Draft>, from: Draft) => {
    for (const name of part) {
      form.setValue(name, Object(from)[name], {
        shouldValidate: form.formState.isSubmitted,
      });
    }
  };
  /** Replaces the row by a newer one from the server; changed fields keep the local values. */
  const rebase = (next: Saved<Draft>) => {
    const edited = changed();
    for (const part of allParts) if (!edited.includes(part)) setFields(part, next.saved);
    const origin = { ...next.saved, ...pick(known.current.origin, edited.flat()) };
    setKnownRow({ saved: next.saved, version: next.version, origin });
  };
  const handleServerRow = useEffectEvent(() => {
    const mine = known.current.version;
    const isOlder = version && mine && Date.parse(version) < Date.parse(mine);
    if (!isOlder) rebase({ saved, version });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the content, not the object
  useEffect(() => handleServerRow(), [JSON.stringify(saved), version]);

  return {
    known: () => known.current,
    base: (): SaveBase<Draft> => ({
      saved: known.current.saved,
      version: known.current.version,
      changed: changed().flat(),
    }),
    changed,
    conflicts: () =>
      changed().filter((part) => differs(part, known.current.origin, known.current.saved)),
    setFields,
    rebase,
    markSaved: (now: Draft) => setKnownRow({ ...known.current, saved: now, origin: now }),
    choose(part: Part<Draft>, whose: 'mine' | 'theirs') {
      const theirs = known.current.saved;
      if (whose === 'theirs') setFields(part, theirs);
      setKnownRow({ ...known.current, origin: { ...known.current.origin, ...pick(theirs, part) } });
    },
    draftToKeep() {
      const fields = changed().flat();
      return fields.length === 0
        ? undefined
        : { values: pick(form.getValues(), fields), origin: pick(known.current.origin, fields) };
    },
  };
}

/** Conflicts and failures may be below the visible part of a long form. */
function scrollToAlert(form: HTMLFormElement): void {
  // Alerts appear with the next render.
  setTimeout(() => form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' }));
}

async function finishAll(pending: PendingWork): Promise<boolean> {
  const finished = await Promise.all([...pending.values()].map((finish) => finish()));
  return !finished.includes(false);
}

/** Typed Object.keys; safe because a form's row has no other keys. */
const namesOf = <Draft>(row: Partial<Draft>) => Object.keys(row) as Name<Draft>[];

function differs<Row>(part: Part<Row>, one: Row, other: Row): boolean {
  return part.some((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
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
