import { type FormEvent, useState } from 'react';
import { dayOf, isPlanActive } from '#contract/words/plans.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { toast } from '#renderer/components/toast.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { PlanFields } from './plan-fields.tsx';
import { endOfPlanOn } from './plans.ts';
import { type GivenPlan, useChangePlan } from './subscriptions-query.ts';

interface PlanSheetProps {
  given: GivenPlan;
  onDone: () => void;
}

/** Saving makes it active again: that is how one that ran out is extended. */
export function PlanSheet({ given, onDone }: PlanSheetProps) {
  const [draft, setDraft] = useState({
    plan: given.plan_type,
    end: given.end_date ? dayOf(given.end_date) : '',
  });
  const [isAsking, setAsking] = useState(false);
  const change = useChangePlan(given.id);
  const isActive = isPlanActive(given, Date.now());
  const done = (text: string) => ({
    onSuccess: () => {
      toast.success(text);
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const values = { plan_type: draft.plan, status: 'active', end_date: endOfPlanOn(draft.end) };
    change.mutate(values, done('Subscription saved'));
  };

  return (
    <>
      <CheckedForm className="stack" onSubmit={handleSubmit}>
        <PlanFields draft={draft} onChange={setDraft} />
        {change.isError ? <Banner tone="bad">{change.error.message}</Banner> : null}
        <div className="row">
          <Button type="submit" busy={change.isPending && 'Saving...'}>
            {isActive ? 'Save Changes' : 'Start again'}
          </Button>
          {isActive ? (
            <Button look="danger" onClick={() => setAsking(true)}>
              End now
            </Button>
          ) : null}
        </div>
      </CheckedForm>
      {isAsking ? (
        <ConfirmDialog
          title="End this subscription?"
          action="End now"
          isGrave
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            const values = { status: 'ended', end_date: new Date().toISOString() };
            change.mutate(values, done('Subscription ended'));
          }}
        >
          <p>{given.email} is on the free plan from this moment. You can start it again.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
