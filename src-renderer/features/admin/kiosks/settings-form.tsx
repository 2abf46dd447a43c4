import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { KioskSettings } from '#contract/device/desktop.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { ErrorSummary, TextField } from '#renderer/components/field.tsx';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { FieldClashes } from '../shared/field-clashes.tsx';
import { SaveOrDiscard } from '../shared/save-or-discard.tsx';
import { useKeptForm } from '../shared/use-kept-form.ts';
import {
  draftFrom,
  draftOf,
  fieldsOf,
  hoursFrom,
  NUMBER_FIELDS,
  readKioskForm,
} from './kiosk-form.ts';
import { hoursOf } from './kiosk-words.ts';
import { OpeningHoursFields } from './opening-hours-fields.tsx';

interface SettingsFormProps {
  /** What is typed and not saved is kept under it. */
  keptAs: string;
  settings: KioskSettings;
  save: UseMutationResult<unknown, Error, KioskSettings>;
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  openingHours: 'Opening hours',
  ...Object.fromEntries(NUMBER_FIELDS.map(({ name, label }) => [name, label])),
};

/** The settings of one kiosk, or of those to come; saved as a whole. Staff may change them at the kiosk meanwhile. */
export function SettingsForm({ keptAs, settings, save }: SettingsFormProps) {
  const saved: Readonly<Record<string, string>> = fieldsOf(draftOf(settings));
  const form = useKeptForm(keptAs, saved);
  const draft = draftFrom(form.draft, draftOf(settings));
  const [errors, setErrors] = useState<ReturnType<typeof readKioskForm>['errors']>({});
  const hasChanges = Object.keys(form.changes).length > 0;

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readKioskForm(draft);
    const sent = form.changes;
    setErrors(read.errors);
    if (!read.value) focusFirstError(event.currentTarget);
    else if (form.clashes.length === 0)
      save.mutate(read.value, { onSuccess: () => form.settle(sent) });
  };
  return (
    <form className="stack" noValidate onSubmit={handleSubmit}>
      <ErrorSummary errors={errors} />
      {form.isRecalled && hasChanges ? (
        <Banner tone="notice">What you wrote before is still here, and not saved yet.</Banner>
      ) : null}
      <TextField
        label="Name"
        hint="By which staff know it."
        value={draft.name}
        error={errors.name}
        onChange={(event) => form.change('name', event.target.value)}
      />
      {NUMBER_FIELDS.map(({ name, label, hint, min, max, factor }) => (
        <TextField
          key={name}
          type="number"
          label={label}
          hint={hint}
          min={min}
          max={max}
          step={factor === 1 ? 1 : 'any'}
          value={draft[name]}
          error={errors[name]}
          onChange={(event) => form.change(name, event.target.value)}
        />
      ))}
      <OpeningHoursFields
        hours={draft.openingHours}
        error={errors.openingHours}
        onChange={(hours) => form.change('openingHours', JSON.stringify(hours))}
      />
      <FieldClashes
        clashes={form.clashes.map((name) => ({
          name,
          label: LABELS[name] ?? name,
          hers: wordsOf(name, form.draft[name]),
          theirs: wordsOf(name, saved[name]),
        }))}
        onChoose={form.choose}
      />
      {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
      <SaveOrDiscard
        isSaving={save.isPending}
        hasChanges={hasChanges}
        onDiscard={() => {
          setErrors({});
          form.forget();
        }}
      />
    </form>
  );
}

function wordsOf(name: string, text = ''): string {
  const hours = name === 'openingHours' ? hoursFrom(text) : undefined;
  return hours === undefined ? text : hoursOf(hours);
}
