import type { UseQueryResult } from '@tanstack/react-query';
import type { FullBackupsResponse } from '#contract/calls/admin/full-backups.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { Fact } from '#renderer/features/admin/shared/fact.tsx';
import { formatMoment } from '#renderer/features/admin/shared/format.ts';
import { useAdminCall } from '#renderer/features/admin/shared/use-admin-action.ts';
import { useAdminQuery } from '#renderer/features/admin/shared/use-admin-query.ts';
import {
  backupMessage,
  checkMessage,
  nextBackupMessage,
  nextCheckMessage,
  progressMessage,
} from './full-backup-messages.ts';

const POLL_MS = 1_000;

export function useFullBackups(): UseQueryResult<FullBackupsResponse> {
  return useAdminQuery(
    ['full-backups'],
    ({ call }, { signal }) => call('getFullBackups', { signal }),
    {
      // Polls: the backup continues after the response, possibly on another machine.
      refetchInterval: ({ state: { data } }) =>
        data?.backup.isRunning || data?.check.isRunning ? POLL_MS : false,
    },
  );
}

/** Full backups for recovery on another machine: coverage, age and the last verification. */
export function FullBackups() {
  const query = useFullBackups();
  return (
    <section className="stack" aria-labelledby="full-backups">
      <h2 id="full-backups">Full backups</h2>
      {query.isPending ? <SkeletonRows rows={3} /> : null}
      {query.isLoadingError ? <LoadFailure query={query} text={query.error.message} /> : null}
      {query.isRefetchError ? <Banner tone="bad">{query.error.message}</Banner> : null}
      {query.data ? <FullBackupsState state={query.data} /> : null}
    </section>
  );
}

function FullBackupsState({ state }: { state: FullBackupsResponse }) {
  const { place, hasKey, backup, check } = state;
  return (
    <>
      <Advice state={state} />
      <dl className="admin-facts">
        <Fact label="Covers">
          Everything: the database (people, tracks, plays, settings, tickets), recordings and
          covers. Encrypted before it leaves this machine.
        </Fact>
        <Fact label="Location">{place ?? 'None yet'}</Fact>
        <Fact label="Last made">{backupMessage(backup)}</Fact>
        <Fact label="Last checked">{checkMessage(check)}</Fact>
        <Fact label="Next">{place && hasKey ? nextBackupMessage(state, Date.now()) : 'None'}</Fact>
        <Fact label="Next check">
          {place && hasKey ? nextCheckMessage(state, Date.now()) : 'None'}
        </Fact>
      </dl>
      {place && hasKey ? <Actions state={state} /> : null}
    </>
  );
}

/** The most serious problem with the backups. */
function Advice({
  state: { place, hasKey, backup, check, keepDays, concern },
}: {
  state: FullBackupsResponse;
}) {
  if (!place) {
    return (
      <Banner tone="notice">
        Nothing is backed up elsewhere yet. On the server, set <code>BACKUP_URL</code> to a folder
        on another disk or to a store, and run <code>npm run backup -- --whole</code> once. It shows
        the key: keep it in a safe place.
      </Banner>
    );
  }
  if (!hasKey) {
    return (
      <Banner tone="notice">
        There is no key on this machine yet. Run <code>npm run backup -- --whole</code> once. It
        shows the key: keep it in a safe place. On a new machine, set <code>BACKUP_KEY</code> to
        your existing key instead.
      </Banner>
    );
  }
  if (backup.failed && !backup.isRunning) {
    return (
      <Banner tone="bad">
        The backup of {formatMoment(backup.failed.at)} failed: {backup.failed.why}
      </Banner>
    );
  }
  if (concern === 'not_writable') {
    return (
      <Banner tone="bad">
        The folder of BACKUP_URL is not writable, so no backups are made. Correct its permissions on
        the server.
      </Banner>
    );
  }
  if (check.failed && !check.isRunning) {
    return (
      <Banner tone="bad">
        The check of {formatMoment(check.failed.at)} failed: {check.failed.why}
      </Banner>
    );
  }
  if (check.last?.problems) {
    return (
      <Banner tone="bad">
        The last check found missing or damaged files. “Back up now” replaces those that this server
        still has; then check again.
      </Banner>
    );
  }
  if (concern === 'unchecked' && backup.last && !check.isRunning) {
    return (
      <Banner tone="notice">
        {check.last ? 'The last check was long ago.' : 'No backup has been checked yet.'} Only a
        check shows whether everything can be restored.
      </Banner>
    );
  }
  return (
    <p className="small quiet admin-intro">
      Backups are kept for {keepDays} days, and the newest always. No one can open them without the
      key, which was shown when the first was made.
    </p>
  );
}

function Actions({ state: { backup, check } }: { state: FullBackupsResponse }) {
  const make = useAdminCall('full-backups', 'makeFullBackup');
  const runCheck = useAdminCall('full-backups', 'checkFullBackup');
  const failed = make.error ?? runCheck.error;
  const making = progressMessage('backup', backup);
  const checking = progressMessage('check', check);
  return (
    <>
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      <div className="admin-actions">
        <Button busy={making ?? (make.isPending && 'Starting...')} onClick={() => make.mutate({})}>
          Back up now
        </Button>
        <Button
          look="soft"
          disabled={!backup.last}
          busy={checking ?? (runCheck.isPending && 'Starting...')}
          onClick={() => runCheck.mutate({})}
        >
          Check by restoring
        </Button>
      </div>
      <p className="small quiet admin-intro">
        A check restores the newest backup into a temporary folder, opens every file, and compares
        counts and checksums. It changes nothing here, and you may leave this page meanwhile.
      </p>
    </>
  );
}
