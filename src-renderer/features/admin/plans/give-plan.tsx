import { typedEmailSchema } from '#contract/rows/columns.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminForm } from '../shared/use-admin-form.ts';
import { checkLastDay, draftOf, PlanFields, planFieldsSchema } from './plan-fields.tsx';
import { toEndDate } from './plans.ts';

const givePlanSchema = planFieldsSchema
  .extend({ email: typedEmailSchema })
  .superRefine(checkLastDay);

export function GivePlan({ onDone }: { onDone: () => void }) {
  const form = useAdminForm({
    draftName: 'give-plan',
    openedBy: 'plan',
    schema: givePlanSchema,
    saved: { email: '', ...draftOf('Lifetime') },
    refetches: 'subscriptions',
    // Replaces the user's current plan.
    save: async ({ email, plan, end }, _, { tables, call }) => {
      // The server's filter also matches a part of an address.
      const { users } = await call('findPeople', { input: { filter: email, per_page: 1_000 } });
      const person = users.find((one) => one.email === email);
      if (!person) throw new Error('No account has this address.');
      const row = {
        user_id: person.id,
        plan_type: plan,
        status: 'active',
        start_date: new Date().toISOString(),
        end_date: toEndDate(end),
      };
      await tables.from('subscriptions').upsert(row, { onConflict: 'user_id' }).throwOnError();
    },
    done: 'Subscription given',
    onSaved: () => onDone(),
  });
  return (
    <AdminForm form={form} action={['Give', 'Giving...']}>
      <TextField
        label="Email address"
        type="email"
        required
        autoComplete="off"
        hint="The address of an account. Its present plan is replaced."
        {...form.field('email')}
      />
      <PlanFields {...form} />
    </AdminForm>
  );
}
