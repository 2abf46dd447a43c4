import { type FormEvent, useEffect, useState } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { toast } from '#renderer/components/toast.ts';
import { CallError } from '#renderer/lib/call.ts';
import { formatClock } from '#renderer/lib/format.ts';
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
  const wait = useCountdown(() => setFailure(undefined));

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
      if (error instanceof CallError && error.retryAfter) wait.start(error.retryAfter);
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
        <Button
          type="submit"
          block
          busy={
            (isBusy && 'Logging in...') || (wait.left > 0 && `Login in ${formatClock(wait.left)}`)
          }
        >
          Login
        </Button>
      </form>
    </main>
  );
}

/** Whole seconds that are left of a wait, by the clock: a machine that slept does not begin anew. */
function useCountdown(onEnd: () => void) {
  const [endsAt, setEndsAt] = useState<number>();
  const [left, setLeft] = useState(0);
  const look = (end: number) => {
    const next = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
    setLeft(next);
    if (next > 0) return;
    setEndsAt(undefined);
    onEnd();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock for each wait
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setInterval(look, 1_000, endsAt);
    return () => clearInterval(timer);
  }, [endsAt]);
  const start = (seconds: number) => {
    setLeft(seconds);
    setEndsAt(Date.now() + seconds * 1_000);
  };
  return { left, start };
}
