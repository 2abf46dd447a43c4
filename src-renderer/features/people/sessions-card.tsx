import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OwnSession } from '#contract/calls/own-sessions.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { formatDay } from '#renderer/lib/format.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { signOutElsewhere } from '#renderer/lib/session.ts';

/** Each sign-in stays in the list for 90 days, so the list can be long. */
const SHOWN = 5;

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['sessions', userId],
    queryFn: async ({ signal }) => {
      const { sessions } = await backend().call('getOwnSessions', { signal });
      // A stable sort keeps the other sessions in the server's order, last used first.
      return sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
    },
  });
}

/** Where the user is signed in, this device first. */
export function SessionsCard({ userId }: { userId: string }) {
  const { data: sessions, isError } = useQuery(sessionsQuery(userId));
  const [showsAll, setShowsAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const queryClient = useQueryClient();
  const handleEnded = async (message: string) => {
    toast.success(message);
    await queryClient.invalidateQueries(sessionsQuery(userId));
    // The focused button was removed.
    heading.current?.focus();
  };
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) => backend().call('endOwnSession', { params: { id } }),
    onSuccess: (_answer, session) => handleEnded(`Signed out of ${nameOf(session)}`),
    onError: () => toast.error('That device was not signed out. Please try again.'),
  });
  const endOthers = useMutation({
    mutationFn: signOutElsewhere,
    onSuccess: () => handleEnded('Signed out everywhere else'),
    onError: () => toast.error('Other devices were not signed out. Please try again.'),
  });
  const all = sessions ?? [];
  const shown = showsAll ? all : all.slice(0, SHOWN);
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you’re signed in
      </h2>
      {isError && !sessions ? (
        <Banner tone="bad">We couldn’t load your devices. Please try again later.</Banner>
      ) : null}
      <ul className="profile-sessions">
        {shown.map((session) => (
          <li className="setting" key={session.id}>
            <span className="setting-text">
              <strong>{nameOf(session)}</strong>
              <span className="setting-hint">
                {session.is_current
                  ? `Signed in on ${formatDay(session.created_at)}`
                  : `Last used on ${formatDay(session.last_used_at)}`}
              </span>
            </span>
            {session.is_current ? (
              <span className="badge good">This device</span>
            ) : (
              <Button
                look="line"
                small
                aria-label={`Sign out of ${nameOf(session)}`}
                busy={end.isPending && end.variables.id === session.id && 'Signing out...'}
                onClick={() => end.mutate(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {all.length > 1 ? (
        <div className="row profile-sessions-all">
          {shown.length < all.length ? (
            <Button look="soft" small onClick={() => setShowsAll(true)}>
              Show all {all.length}
            </Button>
          ) : null}
          <Button
            look="danger"
            small
            busy={endOthers.isPending && 'Signing out...'}
            onClick={() => endOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        </div>
      ) : null}
    </section>
  );
}

const nameOf = ({ device }: OwnSession) => device ?? 'Unknown browser';
