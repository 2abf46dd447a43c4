import { useSetAtom } from 'jotai';
import { z } from 'zod';
import { TextField } from '#renderer/components/forms/field.tsx';
import { useHasOwnAccount } from '../admin-permissions.ts';
import { adminTokenAtom } from '../admin-session.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminForm } from '../shared/use-admin-form.ts';

const EMPTY = { current_password: '', password: '', code: '' };
const passwordFormSchema = z.object({
  current_password: z.string().min(1, 'Please enter the password.'),
  password: z.string().min(10),
  code: z.string().trim(),
});

/** Invalidates all other sessions of the area; this one continues with the new token. */
export function PasswordForm() {
  const setToken = useSetAtom(adminTokenAtom);
  const hasOwnAccount = useHasOwnAccount();
  const form = useAdminForm({
    schema: hasOwnAccount
      ? passwordFormSchema.refine(({ code }) => code !== '', {
          path: ['code'],
          message: 'Please fill this in.',
        })
      : passwordFormSchema,
    saved: EMPTY,
    save: async ({ code, ...input }, _, { call }) => {
      const token = await call(hasOwnAccount ? 'changeOwnAdminPassword' : 'changeAdminPassword', {
        input: { ...input, ...(hasOwnAccount ? { code } : {}) },
      });
      setToken(token);
    },
    done: 'Password changed',
    onSaved: () => form.reset(EMPTY),
  });
  return (
    <AdminForm form={form} className="admin-settings" action={['Change password', 'Changing...']}>
      <h2 className="h3">{hasOwnAccount ? 'Your password' : 'Password of this area'}</h2>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        {...form.field('current_password')}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters. Other open windows of the area are locked."
        {...form.field('password')}
      />
      {hasOwnAccount ? (
        <TextField
          label="Code of your app"
          hint="Six digits, or one of your recovery codes."
          autoComplete="one-time-code"
          required
          {...form.field('code')}
        />
      ) : null}
    </AdminForm>
  );
}
