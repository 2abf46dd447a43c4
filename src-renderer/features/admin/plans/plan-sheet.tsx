import { dayOf, isPlanActive } from '#contract/constants/plans.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { readRow } from '../resource/read-page.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { type Saved, useAdminForm } from '../shared/use-admin-form.ts';
import { checkLastDay, type PlanDraft, PlanFields, planFieldsSchema } from './plan-fields.tsx';
import { type GivenPlan, toEndDate } from './plans.ts';

interface PlanSheetProps {
  given: GivenPlan;
  onDone: () => void;
}

const GONE = 'This subscription no longer exists.';
const planFormSchema = planFieldsSchema.superRefine(checkLastDay);

const toSaved = (
  row: Pick<GivenPlan, 'plan_type' | 'end_date' | 'updated_at'>,
): Saved<PlanDraft> => ({
  saved: { plan: row.plan_type, end: row.end_date ? dayOf(row.end_date) : '' },
  version: row.updated_at,
});

/** Saving always activates the plan, so that an expired one can be extended. */
export function PlanSheet({ given, onDone }: PlanSheetProps) {
  // Does not check the version: ending a plan also overwrites unseen changes.
  const end = useAdminAction(
    'subscriptions',
    async ({ tables }) => {
      const values = { status: 'ended', end_date: new Date().toISOString() };
      const row = tables.from('subscriptions').update(values).eq('id', given.id);
      const { data } = await row.select().throwOnError();
      if (data.length === 0) throw new Error(GONE);
    },
    { done: 'Subscription ended' },
  );
  const isActive = isPlanActive(given, Date.now());
  const form = useAdminForm({
    draftName: `plan:${given.id}`,
    openedBy: 'plan',
    schema: planFormSchema,
    ...toSaved(given),
    // Choosing another plan also changes the end.
    parts: [['plan', 'end']],
    refetches: 'subscriptions',
    save: async (values, { version = '' }, { tables }) => {
      const row = {
        plan_type: values.plan,
        status: 'active',
        end_date: toEndDate(values.end),
      };
      const rows = tables.from('subscriptions');
      const update = rows.update(row).eq('id', given.id).eq('updated_at', version);
      const { data } = await update.select().throwOnError();
      if (data.length > 0) return undefined;
      const now = await readRow(tables.from('subscriptions').select(), given.id);
      if (!now) throw new Error(GONE);
      return toSaved(now);
    },
    done: 'Subscription saved',
    onSaved: onDone,
  });
  const endNow = () => {
    form.reset();
    end.mutate(undefined, { onSuccess: onDone });
  };

  return (
    <AdminForm
      form={form}
      action={[isActive ? 'Save Changes' : 'Start again', 'Saving...']}
      describe={{
        value: (_field, { plan, end }) => (end ? `${plan}, until ${end}` : plan),
      }}
      more={
        isActive ? (
          <ConfirmButton label="End now" title="End this subscription?" onConfirm={endNow}>
            <p>{given.email} is on the free plan from this moment. You can start it again.</p>
          </ConfirmButton>
        ) : null
      }
    >
      <PlanFields {...form} />
      {end.isError && !form.failure ? <Banner tone="bad">{end.error.message}</Banner> : null}
    </AdminForm>
  );
}
