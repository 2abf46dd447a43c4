import type { KioskSettings } from '#contract/device/desktop.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import type { AdminBackend } from '../admin-session.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminForm } from '../shared/use-admin-form.ts';
import { draftOf, kioskFormSchema, NUMBER_FIELDS, rangeOf } from './kiosk-form.ts';
import { formatOpeningHours } from './kiosk-messages.ts';
import { OpeningHoursFields } from './opening-hours-fields.tsx';

interface SettingsFormProps {
  draftName: string;
  settings: KioskSettings;
  save: (call: AdminBackend['call'], input: KioskSettings) => Promise<unknown>;
}

const LABELS = {
  openingHours: 'Opening hours',
  ...Object.fromEntries(NUMBER_FIELDS.map(({ name, label }) => [name, label])),
};

/**
 * The settings of one kiosk, or the defaults for new ones. A save writes all of them; changes that
 * staff make at the kiosk meanwhile are merged into the form.
 */
export function SettingsForm({ draftName, settings, save }: SettingsFormProps) {
  const form = useAdminForm({
    draftName,
    schema: kioskFormSchema,
    saved: draftOf(settings),
    refetches: 'kiosks',
    save: async (values, _, { call }) => {
      await save(call, values);
    },
    done: 'Settings saved',
  });
  return (
    <AdminForm
      form={form}
      describe={{
        names: LABELS,
        value: (field, draft) =>
          field === 'openingHours'
            ? formatOpeningHours(draft.openingHours)
            : String(Object(draft)[field]),
      }}
    >
      <TextField
        label="Name"
        hint="The name that staff use, such as ‘Room 2’."
        {...form.field('name')}
      />
      {NUMBER_FIELDS.map((field) => (
        <TextField
          key={field.name}
          type="number"
          label={field.label}
          hint={field.hint}
          {...rangeOf(field)}
          step={field.factor ? 'any' : 1}
          {...form.field(field.name)}
        />
      ))}
      <OpeningHoursFields
        hours={form.draft.openingHours}
        error={form.errors['openingHours']}
        onChange={(openingHours) => form.change({ openingHours })}
      />
    </AdminForm>
  );
}
