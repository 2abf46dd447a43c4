import { z } from 'zod';
import { dayOf, PLANS, type Plan } from '#contract/constants/plans.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import type { AdminForm } from '../shared/use-admin-form.ts';
import { defaultLastDay } from './plans.ts';

export const planFieldsSchema = z.object({
  /** Any string, because older versions had other plans. */
  plan: z.string(),
  /** Value of a date field; empty: no end. */
  end: z.string(),
});
export type PlanDraft = z.infer<typeof planFieldsSchema>;

const needsEnd = (plan: string) => plan === 'Monthly' || plan === 'Trial';

/** Requires a last day for plans that end. Refuses a last day in the past. */
export function checkLastDay({ plan, end }: PlanDraft, context: z.RefinementCtx): void {
  const fail = (message: string) => context.addIssue({ code: 'custom', path: ['end'], message });
  if (end === '') {
    if (needsEnd(plan)) fail('Please choose the last day. Only a lifetime plan has none.');
  } else if (end < dayOf(new Date())) fail('This day has passed. Please choose today or later.');
}

export function draftOf(plan: Plan): PlanDraft {
  return { plan, end: defaultLastDay(plan, new Date(), publicConfig().brand.trialDays) };
}

/** Choosing another plan proposes its default end, which can be edited. */
export function PlanFields({
  draft,
  change,
  field,
}: Pick<AdminForm<PlanDraft>, 'draft' | 'change' | 'field'>) {
  // The draft may have a plan of an older version.
  const plans = PLANS.some((one) => one === draft.plan) ? PLANS : [draft.plan, ...PLANS];
  return (
    <>
      <SelectField
        label="Plan"
        value={draft.plan}
        options={plans.map((value) => ({ value, label: value }))}
        onChoose={(value) => {
          const plan = PLANS.find((one) => one === value);
          change(plan ? draftOf(plan) : { plan: value });
        }}
      />
      <TextField
        label="Last day"
        type="date"
        required={needsEnd(draft.plan)}
        hint={needsEnd(draft.plan) ? undefined : 'Leave empty for a plan that never ends.'}
        {...field('end')}
      />
    </>
  );
}
