import { type FormEvent, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { draftOf, PlanFields } from './plan-fields.tsx';
import { endOfPlanOn } from './plans.ts';
import { useGivePlan } from './subscriptions-query.ts';

export function GivePlan({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [draft, setDraft] = useState(() => draftOf('Lifetime'));
  const give = useGivePlan();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    give.mutate(
      { email, plan: draft.plan, end: endOfPlanOn(draft.end) },
      {
        onSuccess: () => {
          toast.success('Subscription given');
          onDone();
        },
      },
    );
  };
  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      <TextField
        label="E-mail address"
        type="email"
        required
        autoComplete="off"
        hint="Of somebody who has an account. A plan she has is replaced."
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PlanFields draft={draft} onChange={setDraft} />
      {give.isError ? <Banner tone="bad">{give.error.message}</Banner> : null}
      <Button type="submit" busy={give.isPending && 'Giving...'}>
        Give
      </Button>
    </CheckedForm>
  );
}
