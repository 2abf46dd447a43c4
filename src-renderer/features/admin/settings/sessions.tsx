import { useSetAtom } from 'jotai';
import { useRef } from 'react';
import type { AdminSession } from '#contract/calls/admin/admins.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { adminTokenAtom } from '../admin-session.ts';
import { formatDay, formatMoment } from '../shared/format.ts';
import { useAdminAction, useAdminCall } from '../shared/use-admin-action.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

/** Machines on which this admin stays signed in. Ending the current session locks the admin area. */
export function Sessions() {
  const setToken = useSetAtom(adminTokenAtom);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useAdminQuery(['own-sessions'], ({ call }, { signal }) =>
    call('getOwnAdminSessions', { signal }),
  );
  const end = useAdminAction('own-sessions', async ({ call }, session: AdminSession) => {
    await call('endOwnAdminSession', { params: { id: session.id } });
    if (session.is_current) setToken(undefined);
    else toast.success('Session ended');
  });
  const endOthers = useAdminCall('own-sessions', 'endOtherAdminSessions', {
    done: 'All other sessions ended',
  });
  // The pressed button disappears, so the heading gets the focus.
  const onSuccess = () => heading.current?.focus();
  if (query.isPending) return <SkeletonRows rows={3} />;
  if (query.isLoadingError) return <LoadFailure query={query} text={query.error.message} />;
  const { sessions } = query.data;
  const failed = end.error ?? endOthers.error;
  return (
    <section className="admin-settings" aria-labelledby="own-sessions">
      <h2 className="h3" id="own-sessions" ref={heading} tabIndex={-1}>
        Where you stay signed in
      </h2>
      <p className="small quiet">
        A machine is added when you choose “Stay signed in on this machine”. Changing your password
        ends all of them.
      </p>
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      {sessions.length === 0 ? (
        <p>You do not stay signed in on any machine. A reload of this page locks the area.</p>
      ) : (
        <div className="card admin-sessions">
          <ul>
            {sessions.map((session) => (
              <li className="setting" key={session.id}>
                <span className="setting-text">
                  <span className="row admin-wrap admin-session-name">
                    <strong>{nameOf(session)}</strong>
                    {session.is_current ? <span className="badge good">This machine</span> : null}
                  </span>
                  <span className="setting-hint">
                    Last used {formatMoment(session.last_used_at)}, until{' '}
                    {formatDay(session.expires_at)}
                  </span>
                </span>
                <Button
                  look="line"
                  small
                  aria-label={`End ${nameOf(session)}`}
                  busy={end.isPending && end.variables.id === session.id && 'Ending...'}
                  onClick={() => end.mutate(session, { onSuccess })}
                >
                  End
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {sessions.some(({ is_current }) => !is_current) ? (
        <Button
          look="danger"
          className="admin-end-others"
          busy={endOthers.isPending && 'Ending...'}
          onClick={() => endOthers.mutate({}, { onSuccess })}
        >
          End all others
        </Button>
      ) : null}
    </section>
  );
}

const nameOf = ({ device }: AdminSession) => device ?? 'Unknown browser';
