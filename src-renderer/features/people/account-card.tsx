import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { readForm } from '#renderer/lib/form-values.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { authClient } from '#renderer/lib/requests/auth-client.ts';
import { useUser } from '#renderer/lib/session.ts';

type Change = 'email' | 'password';

const UNREACHABLE = 'We could not reach the server. Please try again.';

export function AccountCard() {
  const user = useUser();
  const [change, setChange] = useState<Change | null>(null);
  const handleClose = () => setChange(null);
  return (
    <section className="card" aria-labelledby="account">
      <h2 id="account">Account</h2>
      <div className="setting">
        <span className="setting-text">
          <strong>Email</strong>
          <span className="setting-hint account-email">{user?.email}</span>
        </span>
        <Button look="line" small onClick={() => setChange('email')}>
          Change email
        </Button>
      </div>
      <div className="setting">
        <span className="setting-text">
          <strong>Password</strong>
          <span className="setting-hint">Changing it signs you out on all other devices</span>
        </span>
        <Button look="line" small onClick={() => setChange('password')}>
          Change password
        </Button>
      </div>
      <Dialog
        open={change === 'email'}
        onOpenChange={handleClose}
        title="Change email"
        description="We’ll send a message to your current and your new address. Your email changes when you have confirmed both."
      >
        <ChangeForm change="email" onDone={handleClose} />
      </Dialog>
      <Dialog open={change === 'password'} onOpenChange={handleClose} title="Change password">
        <ChangeForm change="password" onDone={handleClose} />
      </Dialog>
    </section>
  );
}

function ChangeForm({ change, onDone }: { change: Change; onDone: () => void }) {
  const isEmail = change === 'email';
  const { passwordLength } = publicConfig();
  const update = useMutation({
    mutationFn: async (value: string) => {
      const options = isEmail ? { emailRedirectTo: `${window.location.origin}/profile` } : {};
      const { error } = await (await authClient()).updateUser({ [change]: value }, options);
      if (error) throw error;
    },
    onSuccess: () => {
      toast.success(
        isEmail ? 'Check both addresses for our message' : 'Your password has been updated',
      );
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    update.mutate(readForm(event.currentTarget, [change])[change]);
  };
  // An error has a code only if the server answered, so it is about the input.
  const isRejected = update.isError && Boolean(Reflect.get(update.error, 'code'));
  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      {update.isError && !isRejected ? <Banner tone="bad">{UNREACHABLE}</Banner> : null}
      <TextField
        label={isEmail ? 'New email' : 'New password'}
        name={change}
        type={change}
        autoComplete={isEmail ? 'email' : 'new-password'}
        required
        minLength={isEmail ? undefined : passwordLength}
        error={isRejected ? update.error?.message : undefined}
        hint={isEmail ? undefined : `At least ${passwordLength} characters`}
      />
      <Button type="submit" block busy={update.isPending && 'Saving...'}>
        {isEmail ? 'Send the messages' : 'Change password'}
      </Button>
    </CheckedForm>
  );
}
