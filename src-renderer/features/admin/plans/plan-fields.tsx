import { PLANS, type Plan } from '#contract/words/plans.ts';
import { SelectField, TextField } from '#renderer/components/field.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { endOfPlan } from './plans.ts';

export interface PlanDraft {
  /** Whatever an older program has written stays as it is. */
  readonly plan: string;
  /** Of a date field; empty: without end. */
  readonly end: string;
}

export function draftOf(plan: Plan): PlanDraft {
  return { plan, end: endOfPlan(plan, new Date(), publicConfig().brand.trialDays) };
}

interface PlanFieldsProps {
  draft: PlanDraft;
  onChange: (draft: PlanDraft) => void;
}

/** Another plan proposes its own end, which may be changed. */
export function PlanFields({ draft, onChange }: PlanFieldsProps) {
  const known: readonly string[] = PLANS;
  return (
    <>
      <SelectField
        label="Plan"
        value={draft.plan}
        onChange={({ target: { value } }) => {
          const plan = PLANS.find((one) => one === value);
          onChange(plan ? draftOf(plan) : { ...draft, plan: value });
        }}
      >
        {known.includes(draft.plan) ? null : <option>{draft.plan}</option>}
        {PLANS.map((plan) => (
          <option key={plan}>{plan}</option>
        ))}
      </SelectField>
      <TextField
        label="Last day"
        type="date"
        hint="Empty for a plan that never ends."
        value={draft.end}
        onChange={(event) => onChange({ ...draft, end: event.target.value })}
      />
    </>
  );
}
