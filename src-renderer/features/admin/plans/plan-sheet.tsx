import { dayOf, isPlanActive } from '#contract/constants/plans.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
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

interface PlanChange {
  readonly values: Partial<Pick<GivenPlan, 'plan_type' | 'status' | 'end_date'>>;
  /** `updated_at` of the row that was displayed; absent to overwrite any version. */
  readonly version?: string | undefined;
}

const planFormSchema = planFieldsSchema.superRefine(checkLastDay);
const LABELS: Readonly<Record<string, string>> = { plan: 'Plan', end: 'Last day' };

const toSaved = (
  row: Pick<GivenPlan, 'plan_type' | 'end_date' | 'updated_at'>,
): Saved<PlanDraft> => ({
  saved: { plan: row.plan_type, end: row.end_date ? dayOf(row.end_date) : '' },
  version: row.updated_at,
});

/** Saving always activates the plan, so that an expired one can be extended. */
export function PlanSheet({ given, onDone }: PlanSheetProps) {
  // Returns the current row without writing when it has changed since it was displayed.
  const change = useAdminAction('subscriptions', async ({ tables }, input: PlanChange) => {
    const { values, version } = input;
    const rows = () => tables.from('subscriptions');
    const update = rows().update(values).eq('id', given.id);
    const guarded = version === undefined ? update : update.eq('updated_at', version);
    const { data } = await guarded.select().throwOnError();
    if (data.length > 0) return undefined;
    const { data: now } = await rows().select().eq('id', given.id).maybeSingle().throwOnError();
    if (!now) throw new Error('This subscription is no longer there.');
    return now;
  });
  const isActive = isPlanActive(given, Date.now());
  const form = useAdminForm({
    keepAs: `plan:${given.id}`,
    openedBy: 'plan',
    schema: planFormSchema,
    ...toSaved(given),
    // Choosing another plan also changes the end.
    parts: [['plan', 'end']],
    save: async ({ plan, end }, { version }) => {
      const values = { plan_type: plan, status: 'active', end_date: toEndDate(end) };
      const newer = await change.mutateAsync({ values, version });
      return newer && toSaved(newer);
    },
    onSaved: () => {
      toast.success('Subscription saved');
      onDone();
    },
  });
  const endNow = () => {
    form.reset();
    change.mutate(
      { values: { status: 'ended', end_date: new Date().toISOString() } },
      {
        onSuccess: () => {
          toast.success('Subscription ended');
          onDone();
        },
      },
    );
  };

  return (
    <AdminForm
      form={form}
      action={[isActive ? 'Save Changes' : 'Start again', 'Saving...']}
      describe={{
        name: (field) => LABELS[field] ?? field,
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
      {change.isError && !form.failure ? <Banner tone="bad">{change.error.message}</Banner> : null}
    </AdminForm>
  );
}
