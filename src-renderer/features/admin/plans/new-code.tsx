import { useRef } from 'react';
import { z } from 'zod';
import { CENTRE_CODE_LIMITS, centreCodeInsertSchema } from '#contract/calls/admin/centre-codes.ts';
import { addMonths, dayOf, PLANS } from '#contract/constants/plans.ts';
import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { optionsOf } from '../resource/resource.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminForm } from '../shared/use-admin-form.ts';

const LENGTHS = {
  Monthly: { label: 'Months', max: CENTRE_CODE_LIMITS.months, initial: '3' },
  Trial: { label: 'Days', max: CENTRE_CODE_LIMITS.days, initial: '14' },
  Lifetime: undefined,
} as const;

/** Converts the form's strings to the API's input, and validates it. */
const codeFormSchema = z
  .object({
    centre_name: z.string(),
    plan_type: z.enum(PLANS),
    plan_length: z.string(),
    uses_allowed: z.string(),
    last_day: z.string(),
  })
  .transform(
    ({
      plan_type,
      plan_length,
      uses_allowed,
      ...rest
    }): z.input<typeof centreCodeInsertSchema> => ({
      ...rest,
      uses_allowed: Number(uses_allowed),
      ...(plan_type === 'Lifetime'
        ? { plan_type, plan_length: null }
        : { plan_type, plan_length: Number(plan_length) }),
    }),
  )
  .pipe(centreCodeInsertSchema);
type CodeDraft = z.input<typeof codeFormSchema>;

const newCode = (): CodeDraft => ({
  centre_name: '',
  plan_type: 'Monthly',
  plan_length: LENGTHS.Monthly.initial,
  uses_allowed: '20',
  last_day: dayOf(addMonths(new Date(), 6)),
});

export function NewCode({ onDone }: { onDone: (created: CentreCode) => void }) {
  const created = useRef<CentreCode>(undefined);
  const form = useAdminForm({
    draftName: 'new-code',
    openedBy: 'centre',
    schema: codeFormSchema,
    saved: newCode(),
    refetches: 'centre_codes',
    save: async (input, _, { call }) => {
      created.current = await call('createCode', { input });
    },
    // Not in `save`, where the form is still dirty, so opening the code would ask before leaving.
    onSaved: () => {
      toast.success('Code made');
      if (created.current) onDone(created.current);
    },
  });
  const unit = LENGTHS[form.draft.plan_type];
  return (
    <AdminForm form={form} action={['Make code', 'Making...']}>
      <TextField
        label="Birth centre"
        required
        maxLength={CENTRE_CODE_LIMITS.centreName}
        autoComplete="off"
        {...form.field('centre_name')}
      />
      <SelectField
        label="Plan"
        value={form.draft.plan_type}
        options={optionsOf(PLANS)}
        onChoose={(plan) =>
          form.change({ plan_type: plan, plan_length: LENGTHS[plan]?.initial ?? '' })
        }
      />
      {unit ? (
        <TextField
          label={unit.label}
          type="number"
          required
          min={1}
          max={unit.max}
          {...form.field('plan_length')}
        />
      ) : null}
      <TextField
        label="Uses"
        hint="How many mothers may redeem it, each of them once."
        type="number"
        required
        min={1}
        max={CENTRE_CODE_LIMITS.uses}
        {...form.field('uses_allowed')}
      />
      <TextField
        label="Last day"
        hint="It can be redeemed to the end of this day (UTC)."
        type="date"
        required
        {...form.field('last_day')}
      />
    </AdminForm>
  );
}
