import { type FormEvent, useState } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { toast } from '#renderer/components/toast.ts';
import { fetchAdminToken } from './admin-session.ts';

interface AdminLoginProps {
  /** The area was open and has locked itself. */
  hasRunOut: boolean;
  onOpen: (token: AdminToken) => void;
}

export function AdminLogin({ hasRunOut, onOpen }: AdminLoginProps) {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    setBusy(true);
    try {
      const token = await fetchAdminToken(password);
      toast.success('Successfully logged in to admin panel');
      onOpen(token);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };

  return (
    <main id="main" tabIndex={-1} className="wrap admin-gate">
      <PageHead title="Admin Login" backTo="/" />
      <form className="stack" onSubmit={(event) => void handleSubmit(event)}>
        {failure ? <Banner tone="bad">{failure}</Banner> : null}
        {hasRunOut && !failure ? (
          <Banner tone="notice">
            The area has locked itself. What you were writing is still there behind the password.
          </Banner>
        ) : null}
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" block busy={isBusy && 'Logging in...'}>
          Login
        </Button>
      </form>
    </main>
  );
}
