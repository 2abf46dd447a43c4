import { type FormEvent, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { usePersonAction } from './people-query.ts';

/** Without a password she is invited by mail; with one the account is ready at once. */
export function NewPerson({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const add = usePersonAction<void>(async ({ people }) => {
    const { error } =
      password === ''
        ? await people.inviteUserByEmail(email)
        : await people.createUser({ email, password, email_confirm: true });
    if (error) throw error;
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(undefined, {
      onSuccess: () => {
        toast.success(password === '' ? 'The invitation is on its way' : 'The account is ready');
        onDone();
      },
    });
  };

  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      <TextField
        label="E-mail address"
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        autoComplete="off"
        hint="Leave it empty, and she chooses one herself with the mail that invites her."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {add.isError ? <Banner tone="bad">{add.error.message}</Banner> : null}
      <Button type="submit" busy={add.isPending && 'Adding...'}>
        {password === '' ? 'Invite' : 'Create'}
      </Button>
    </CheckedForm>
  );
}
