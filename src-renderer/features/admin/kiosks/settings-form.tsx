import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { KioskSettings } from '#contract/device/desktop.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { ErrorSummary, TextField } from '#renderer/components/field.tsx';
import { draftOf, NUMBER_FIELDS, readKioskForm } from './kiosk-form.ts';
import { OpeningHoursFields } from './opening-hours-fields.tsx';

interface SettingsFormProps {
  settings: KioskSettings;
  save: UseMutationResult<unknown, Error, KioskSettings>;
}

/** The settings of one kiosk, or of those to come; saved as a whole. */
export function SettingsForm({ settings, save }: SettingsFormProps) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [errors, setErrors] = useState<ReturnType<typeof readKioskForm>['errors']>({});
  // What staff change at the kiosk meanwhile is a new beginning, not an old draft over it.
  const kept = JSON.stringify(settings);
  const [begun, setBegun] = useState(kept);
  if (begun !== kept) {
    setBegun(kept);
    setDraft(draftOf(settings));
    setErrors({});
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readKioskForm(draft);
    setErrors(read.errors);
    if (read.value) save.mutate(read.value);
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <form className="stack" noValidate onSubmit={handleSubmit}>
      <ErrorSummary errors={errors} />
      <TextField
        label="Name"
        hint="By which staff know it."
        value={draft.name}
        error={errors.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
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
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
        />
      ))}
      <OpeningHoursFields
        hours={draft.openingHours}
        error={errors.openingHours}
        onChange={(openingHours) => setDraft({ ...draft, openingHours })}
      />
      {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
      <Button type="submit" busy={save.isPending && 'Saving...'}>
        Save Changes
      </Button>
    </form>
  );
}
