import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useIsNamed } from '../admin-may.ts';
import { adminTokenAtom, useAdminBackend } from '../admin-session.ts';

/** Every other page that has the area open is locked by it; this one goes on with the new token. */
export function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const setToken = useSetAtom(adminTokenAtom);
  const isNamed = useIsNamed();
  const { call } = useAdminBackend();
  const change = useMutation({
    mutationFn: () =>
      call(isNamed ? 'changeOwnAdminPassword' : 'changeAdminPassword', {
        input: { current_password: current, password },
      }),
    onSuccess: (token) => {
      setCurrent('');
      setPassword('');
      setToken(token);
      toast.success('Password changed');
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <CheckedForm className="a-settings stack" onSubmit={handleSubmit}>
      <h2 className="h3">{isNamed ? 'Your password' : 'Password of this area'}</h2>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint="At least 10 characters. Wherever else the area is open, it locks."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {change.isError ? <Banner tone="bad">{change.error.message}</Banner> : null}
      <Button type="submit" busy={change.isPending && 'Changing...'}>
        Change password
      </Button>
    </CheckedForm>
  );
}
