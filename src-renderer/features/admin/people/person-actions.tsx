import { z } from 'zod';
import type { AuthUser } from '#contract/calls/auth.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { usePermissions } from '../admin-permissions.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';
import { isBanned } from './person-state.tsx';

type Action = 'reset' | 'sign-out' | 'ban' | 'unban';

/** GoTrue has only temporary bans; this one outlasts any account. */
const PERMANENT = '876000h';
const SUCCESS_MESSAGES: Record<Action, string> = {
  reset: 'The mail is being sent',
  'sign-out': 'Signed out everywhere',
  ban: 'Banned and signed out',
  unban: 'This person may sign in again',
};

export function PersonActions({ person }: { person: AuthUser }) {
  const { id, email = '' } = person;
  const maySetPassword = usePermissions()('write credentials');
  const action = useAdminAction('users', async ({ people, call }, wanted: Action) => {
    if (wanted === 'reset') return call('sendRecovery', { input: { email } });
    if (wanted !== 'sign-out') {
      const ban_duration = wanted === 'ban' ? PERMANENT : 'none';
      const { error } = await people.updateUserById(id, { ban_duration });
      if (error) throw error;
    }
    return wanted === 'unban' ? undefined : call('signOutPerson', { params: { id } });
  });
  const run = (wanted: Action) =>
    action.mutate(wanted, { onSuccess: () => toast.success(SUCCESS_MESSAGES[wanted]) });

  return (
    <>
      {maySetPassword ? <TemporaryPassword id={id} /> : null}
      {action.isError ? <Banner tone="bad">{action.error.message}</Banner> : null}
      <div className="admin-actions">
        <Button look="soft" disabled={action.isPending} onClick={() => run('reset')}>
          Send a reset mail
        </Button>
        <ConfirmButton
          label="Sign out everywhere"
          look="soft"
          disabled={action.isPending}
          title="Sign this person out everywhere?"
          action="Sign out"
          onConfirm={() => run('sign-out')}
        >
          <p>Every phone and browser of {email} asks for the password again. Nothing is lost.</p>
        </ConfirmButton>
        {isBanned(person) ? (
          <Button look="soft" disabled={action.isPending} onClick={() => run('unban')}>
            Lift the ban
          </Button>
        ) : (
          <ConfirmButton
            label="Ban"
            disabled={action.isPending}
            title="Ban this person?"
            onConfirm={() => run('ban')}
          >
            <p>
              {email} is signed out everywhere and cannot sign in until you lift the ban. Their data
              is kept.
            </p>
          </ConfirmButton>
        )}
      </div>
    </>
  );
}

const EMPTY = { password: '' };
const passwordSchema = z.object({ password: z.string().min(1) });

function TemporaryPassword({ id }: { id: string }) {
  const form = useAdminForm({
    schema: passwordSchema,
    saved: EMPTY,
    refetches: 'users',
    save: async ({ password }, _, { people }) => {
      const { error } = await people.updateUserById(id, { password });
      if (error) throw error;
    },
    done: 'Password set',
    onSaved: () => form.reset(EMPTY),
  });
  const { error, ...field } = form.field('password');
  return (
    <AdminForm form={form} hasOwnButton>
      <TextField
        label="Temporary password"
        autoComplete="off"
        required
        hint="Give it to the user yourself. Setting it signs them out everywhere."
        error={error ?? form.failure}
        {...field}
      />
      <Button type="submit" look="line" busy={form.isSaving && 'Setting...'}>
        Set password
      </Button>
    </AdminForm>
  );
}
