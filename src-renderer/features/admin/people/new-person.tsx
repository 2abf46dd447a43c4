import { z } from 'zod';
import { typedEmailSchema } from '#contract/rows/columns.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import { usePermissions } from '../admin-permissions.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminForm } from '../shared/use-admin-form.ts';

const personFormSchema = z.object({
  email: typedEmailSchema,
  password: z.string(),
});

/** Without a password the user is invited by mail; with one the account is ready at once. */
export function NewPerson({ onDone }: { onDone: () => void }) {
  const maySetPassword = usePermissions()('write credentials');
  const form = useAdminForm({
    schema: personFormSchema,
    saved: { email: '', password: '' },
    refetches: 'users',
    save: async ({ email, password }, _, { people }) => {
      const { error } =
        password === ''
          ? await people.inviteUserByEmail(email)
          : await people.createUser({ email, password, email_confirm: true });
      if (error) throw error;
    },
    done: ({ password }) =>
      password === '' ? 'The invitation is being sent' : 'The account is ready',
    onSaved: () => onDone(),
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
          hint="Leave empty to invite the user by mail; they then choose a password."
          {...form.field('password')}
        />
      ) : null}
    </AdminForm>
  );
}
