import { z } from 'zod';
import { TextField } from '#renderer/components/forms/field.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { useMay } from '../admin-may.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';

const personFormSchema = z.object({
  email: z.string().trim().pipe(z.email()),
  password: z.string(),
});
type NewPersonValues = z.output<typeof personFormSchema>;

/** Without a password the user is invited by mail; with one the account is ready at once. */
export function NewPerson({ onDone }: { onDone: () => void }) {
  const maySetPassword = useMay()('write credentials');
  const add = useAdminAction('users', async ({ people }, values: NewPersonValues) => {
    const { email, password } = values;
    const { error } =
      password === ''
        ? await people.inviteUserByEmail(email)
        : await people.createUser({ email, password, email_confirm: true });
    if (error) throw error;
  });
  const form = useAdminForm({
    schema: personFormSchema,
    saved: { email: '', password: '' },
    save: (values) => add.mutateAsync(values),
    onSaved: ({ password }) => {
      toast.success(password === '' ? 'The invitation is being sent' : 'The account is ready');
      onDone();
    },
  });

  return (
    <AdminForm form={form} action={[form.draft.password === '' ? 'Invite' : 'Create', 'Adding...']}>
      <TextField
        label="Email address"
        type="email"
        required
        autoComplete="off"
        {...form.field('email')}
      />
      {maySetPassword ? (
        <TextField
          label="Password"
          autoComplete="off"
          hint="Leave it empty, and they choose one with the mail that invites them."
          {...form.field('password')}
        />
      ) : null}
    </AdminForm>
  );
}
