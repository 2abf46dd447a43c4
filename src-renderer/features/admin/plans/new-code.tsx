import { type FormEvent, useState } from 'react';
import { CENTRE_CODE_LIMITS } from '#contract/calls/centre-codes.ts';
import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { addMonths, dayOf, PLANS } from '#contract/words/plans.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { SelectField, TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useCreateCode } from './codes-query.ts';

const LENGTHS = {
  Monthly: { label: 'Months', most: CENTRE_CODE_LIMITS.months, usual: '3' },
  Trial: { label: 'Days', most: CENTRE_CODE_LIMITS.days, usual: '14' },
  Lifetime: undefined,
} as const;

interface Given {
  readonly plan: (typeof PLANS)[number];
  /** As typed; empty for a plan without one. */
  readonly length: string;
}

export function NewCode({ onDone }: { onDone: (made: CentreCode) => void }) {
  const [centre, setCentre] = useState('');
  const [given, setGiven] = useState<Given>({ plan: 'Monthly', length: LENGTHS.Monthly.usual });
  const [uses, setUses] = useState('20');
  const [lastDay, setLastDay] = useState(() => dayOf(addMonths(new Date(), 6)));
  const create = useCreateCode();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const code = { centre_name: centre, uses_allowed: Number(uses), last_day: lastDay };
    const { plan, length } = given;
    const gift =
      plan === 'Lifetime'
        ? ({ plan_type: plan, plan_length: null } as const)
        : { plan_type: plan, plan_length: Number(length) };
    create.mutate(
      { ...code, ...gift },
      {
        onSuccess: (made) => {
          toast.success('Code made');
          onDone(made);
        },
      },
    );
  };
  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      <TextField
        label="Birth centre"
        required
        maxLength={CENTRE_CODE_LIMITS.centreName}
        autoComplete="off"
        value={centre}
        onChange={(event) => setCentre(event.target.value)}
      />
      <PlanFields given={given} onChange={setGiven} />
      <TextField
        label="Uses"
        hint="So many mothers may redeem it, each of them once."
        type="number"
        required
        min={1}
        max={CENTRE_CODE_LIMITS.uses}
        value={uses}
        onChange={(event) => setUses(event.target.value)}
      />
      <TextField
        label="Last day"
        hint="It can be redeemed to the end of this day (UTC)."
        type="date"
        required
        value={lastDay}
        onChange={(event) => setLastDay(event.target.value)}
      />
      {create.isError ? <Banner tone="bad">{create.error.message}</Banner> : null}
      <Button type="submit" busy={create.isPending && 'Making...'}>
        Make code
      </Button>
    </CheckedForm>
  );
}

interface PlanFieldsProps {
  given: Given;
  onChange: (given: Given) => void;
}

/** Each plan has a length of its own kind, or none. */
function PlanFields({ given: { plan, length }, onChange }: PlanFieldsProps) {
  const unit = LENGTHS[plan];
  return (
    <>
      <SelectField
        label="Plan"
        value={plan}
        onChange={({ target: { value } }) => {
          const chosen = PLANS.find((one) => one === value) ?? plan;
          onChange({ plan: chosen, length: LENGTHS[chosen]?.usual ?? '' });
        }}
      >
        {PLANS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      {unit ? (
        <TextField
          label={unit.label}
          type="number"
          required
          min={1}
          max={unit.most}
          value={length}
          onChange={(event) => onChange({ plan, length: event.target.value })}
        />
      ) : null}
    </>
  );
}
