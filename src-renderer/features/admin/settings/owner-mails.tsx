import { z } from 'zod';
import { OWNER_NEED_NAMES, OWNER_NEEDS } from '#contract/constants/owner-needs.ts';
import { ownerMailsSchema } from '#contract/rows/settings.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { LoadedSetting, useSettingForm } from './setting-form.tsx';

const { to: address, off } = ownerMailsSchema.shape;
const draftSchema = z.object({
  to: z.union([z.literal(''), address.unwrap()], 'An email address looks like name@example.org'),
  off: off.unwrap(),
});
type MailsDraft = z.input<typeof draftSchema>;

const OWNER_MAILS = {
  schema: draftSchema,
  draftOf(value: unknown): MailsDraft {
    const saved = ownerMailsSchema.catch({}).parse(value);
    return { to: saved.to ?? '', off: saved.off ?? [] };
  },
  toValue: ({ to, ...rest }: MailsDraft) => (to === '' ? rest : { to, ...rest }),
};

/** Mails to the owner, and their address. */
export function OwnerMailsSettings() {
  return <LoadedSetting name="owner_mails">{(value) => <MailsForm value={value} />}</LoadedSetting>;
}

function MailsForm({ value }: { value: unknown }) {
  const form = useSettingForm('owner_mails', value, OWNER_MAILS);
  const isOff = form.draft.off;
  return (
    <AdminForm
      form={form}
      className="admin-settings"
      describe={{
        name: (field) => (field === 'to' ? 'Address' : 'Mails that are off'),
        value: (field, draft) =>
          field === 'to' ? draft.to : draft.off.map((name) => OWNER_NEEDS[name].label).join(', '),
      }}
    >
      <TextField
        label="Address"
        type="email"
        autoComplete="email"
        hint="Leave empty to mail the owners’ own addresses."
        {...form.field('to')}
      />
      <p className="quiet">Each is mailed once, and stays on the dashboard while it lasts.</p>
      <div className="card admin-switches">
        {OWNER_NEED_NAMES.map((name) => (
          <Setting
            key={name}
            title={OWNER_NEEDS[name].label}
            checked={!isOff.includes(name)}
            onChange={() =>
              form.change({
                off: OWNER_NEED_NAMES.filter((one) => isOff.includes(one) !== (one === name)),
              })
            }
          />
        ))}
      </div>
    </AdminForm>
  );
}
