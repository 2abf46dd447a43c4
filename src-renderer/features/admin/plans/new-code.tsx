import { type FormEvent, useState } from 'react';
import { CENTRE_CODE_LIMITS } from '#contract/calls/centre-codes.ts';
import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { addMonths, dayOf, PLANS } from '#contract/words/plans.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { SelectField, TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useCreateCode } from './codes-query.ts';

const LENGTHS = {
  Monthly: { label: 'Months', most: CENTRE_CODE_LIMITS.months, usual: '3' },
  Trial: { label: 'Days', most: CENTRE_CODE_LIMITS.days, usual: '14' },
  Lifetime: undefined,
} as const;

export function NewCode({ onDone }: { onDone: (made: CentreCode) => void }) {
  const [centre, setCentre] = useState('');
  const [plan, setPlan] = useState<(typeof PLANS)[number]>('Monthly');
  const [length, setLength] = useState<string>(LENGTHS.Monthly.usual);
  const [uses, setUses] = useState('20');
  const [lastDay, setLastDay] = useState(() => dayOf(addMonths(new Date(), 6)));
  const create = useCreateCode();
  const unit = LENGTHS[plan];
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const code = { centre_name: centre, uses_allowed: Number(uses), last_day: lastDay };
    const given =
      plan === 'Lifetime'
        ? ({ plan_type: plan, plan_length: null } as const)
        : { plan_type: plan, plan_length: Number(length) };
    create.mutate(
      { ...code, ...given },
      {
        onSuccess: (made) => {
          toast.success('Code made');
          onDone(made);
        },
      },
    );
  };
  return (
    <form className="stack" onSubmit={handleSubmit}>
      <TextField
        label="Birth centre"
        required
        maxLength={CENTRE_CODE_LIMITS.centreName}
        autoComplete="off"
        value={centre}
        onChange={(event) => setCentre(event.target.value)}
      />
      <SelectField
        label="Plan"
        value={plan}
        onChange={({ target: { value } }) => {
          const chosen = PLANS.find((one) => one === value) ?? plan;
          setPlan(chosen);
          setLength(LENGTHS[chosen]?.usual ?? '');
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
          onChange={(event) => setLength(event.target.value)}
        />
      ) : null}
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
    </form>
  );
}
