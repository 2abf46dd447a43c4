import { type FormEvent, useState } from 'react';
import type { AuthUser } from '#contract/calls/auth.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { usePersonAction } from './people-query.ts';
import { isBanned } from './person-state.tsx';

type Action = 'reset' | 'sign-out' | 'ban' | 'unban';

/** GoTrue knows bans only for a time; this is longer than any account lasts. */
const FOR_GOOD = '876000h';
const DONE: Record<Action, string> = {
  reset: 'The mail is on its way',
  'sign-out': 'Signed out everywhere',
  ban: 'Banned and signed out',
  unban: 'She may sign in again',
};

export function PersonActions({ person }: { person: AuthUser }) {
  const [asked, setAsked] = useState<Action>();
  const { id, email = '' } = person;
  const action = usePersonAction<Action>(async ({ people, call, input }) => {
    if (input === 'reset') return call('sendRecovery', { input: { email } });
    if (input !== 'sign-out') {
      const ban_duration = input === 'ban' ? FOR_GOOD : 'none';
      const { error } = await people.updateUserById(id, { ban_duration });
      if (error) throw error;
    }
    return input === 'unban' ? undefined : call('signOutPerson', { params: { id } });
  });
  const run = (wanted: Action) => {
    setAsked(undefined);
    action.mutate(wanted, { onSuccess: () => toast.success(DONE[wanted]) });
  };

  return (
    <>
      <TemporaryPassword id={id} />
      {action.isError ? <Banner tone="bad">{action.error.message}</Banner> : null}
      <div className="a-actions">
        <Button look="soft" disabled={action.isPending} onClick={() => run('reset')}>
          Send a reset mail
        </Button>
        <Button look="soft" disabled={action.isPending} onClick={() => setAsked('sign-out')}>
          Sign out everywhere
        </Button>
        {isBanned(person) ? (
          <Button look="soft" disabled={action.isPending} onClick={() => run('unban')}>
            Lift the ban
          </Button>
        ) : (
          <Button look="danger" disabled={action.isPending} onClick={() => setAsked('ban')}>
            Ban
          </Button>
        )}
      </div>
      {asked === 'sign-out' ? (
        <ConfirmDialog
          title="Sign her out everywhere?"
          action="Sign out"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => run('sign-out')}
        >
          <p>Every phone and browser of {email} asks for the password again. Nothing is lost.</p>
        </ConfirmDialog>
      ) : null}
      {asked === 'ban' ? (
        <ConfirmDialog
          title="Ban this person?"
          action="Ban"
          isGrave
          onCancel={() => setAsked(undefined)}
          onConfirm={() => run('ban')}
        >
          <p>
            {email} is signed out everywhere and cannot sign in until you lift the ban. What she has
            is kept.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function TemporaryPassword({ id }: { id: string }) {
  const [password, setPassword] = useState('');
  const save = usePersonAction<string>(async ({ people, input }) => {
    const { error } = await people.updateUserById(id, { password: input });
    if (error) throw error;
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(password, {
      onSuccess: () => {
        setPassword('');
        toast.success('Password set');
      },
    });
  };
  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      <TextField
        label="Temporary password"
        autoComplete="off"
        required
        hint="Tell it to her yourself. Setting it signs her out everywhere."
        error={save.isError ? save.error.message : undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="line" busy={save.isPending && 'Setting...'}>
        Set password
      </Button>
    </CheckedForm>
  );
}
