import { z } from 'zod';
import { OWNER_NEED_NAMES, OWNER_NEEDS } from '#contract/constants/owner-needs.ts';
import { ownerMailsSchema } from '#contract/rows/settings.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { SettingForm, type SettingFormOptions } from './setting-form.tsx';

const { to: address, off } = ownerMailsSchema.shape;
const draftSchema = z.object({
  to: z.union([z.literal(''), address.unwrap()], 'An email address looks like name@example.org'),
  off: off.unwrap(),
});
type MailsDraft = z.input<typeof draftSchema>;

const OWNER_MAILS: SettingFormOptions<MailsDraft, MailsDraft> = {
  draftName: 'owner_mails',
  keys: ['owner_mails'],
  schema: draftSchema,
  draftOf({ owner_mails }) {
    const { to = '', off = [] } = ownerMailsSchema.catch({}).parse(owner_mails?.value);
    return { to, off };
  },
  toValues: ({ to, ...rest }) => ({ owner_mails: to === '' ? rest : { to, ...rest } }),
};

export function OwnerMailsSettings() {
  return (
    <SettingForm options={OWNER_MAILS}>
      {(form) => (
        <AdminForm
          form={form}
          className="admin-settings"
          describe={{
            names: { to: 'Address', off: 'Mails that are off' },
            value: (field, draft) =>
              field === 'to'
                ? draft.to
                : draft.off.map((name) => OWNER_NEEDS[name].label).join(', '),
          }}
        >
          <TextField
            label="Address"
            type="email"
            autoComplete="email"
            hint="Leave empty to mail the owners’ own addresses."
            {...form.field('to')}
          />
          <p className="quiet">
            Each problem is mailed once, and stays on the dashboard until it is solved.
          </p>
          <div className="card admin-switches">
            {OWNER_NEED_NAMES.map((name) => (
              <Setting
                key={name}
                title={OWNER_NEEDS[name].label}
                checked={!form.draft.off.includes(name)}
                onChange={() =>
                  form.change({
                    off: OWNER_NEED_NAMES.filter(
                      (one) => form.draft.off.includes(one) !== (one === name),
                    ),
                  })
                }
              />
            ))}
          </div>
        </AdminForm>
      )}
    </SettingForm>
  );
}
