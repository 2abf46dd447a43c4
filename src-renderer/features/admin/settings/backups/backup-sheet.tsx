import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backup } from '#contract/calls/admin/backups.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { ConfirmButton } from '#renderer/features/admin/shared/confirm-button.tsx';
import { ConfirmDialog } from '#renderer/features/admin/shared/confirm-dialog.tsx';
import { Fact } from '#renderer/features/admin/shared/fact.tsx';
import { formatBytes, formatDay } from '#renderer/features/admin/shared/format.ts';
import { useAdminAction, useAdminCall } from '#renderer/features/admin/shared/use-admin-action.ts';
import { contentsOf, originOf } from './backup-messages.ts';

interface BackupSheetProps {
  backup: Backup;
  onDone: () => void;
}

export function BackupSheet({ backup, onDone }: BackupSheetProps) {
  const { name, bytes, contents } = backup;
  const [isRestoring, setRestoring] = useState(false);
  const queryClient = useQueryClient();
  const params = { name };
  const isForeign = contents?.isOwn !== true;
  const download = useAdminAction('backup-links', async ({ call }) => {
    // A one-time URL, so that the browser streams the file to the disk.
    const { path } = await call('linkBackup', { params });
    Object.assign(document.createElement('a'), { href: path, download: name }).click();
  });
  const check = useAdminCall('backups', 'checkBackup');
  const restore = useAdminCall('backups', 'restoreBackup', { done: 'Backup restored' });
  const remove = useAdminCall('backups', 'deleteBackup', { done: 'Backup deleted' });
  const failed = download.error ?? check.error ?? restore.error ?? remove.error;
  const askToConfirm = () => setRestoring(true);
  const handleRestored = () => {
    onDone();
    // A restore makes all cached data stale.
    void queryClient.resetQueries();
  };
  return (
    <>
      <dl className="admin-facts">
        <Fact label="File">{name}</Fact>
        <Fact label="Size">{formatBytes(bytes)}</Fact>
        <Fact label="Contents">{contentsOf(backup)}</Fact>
        {contents ? (
          <>
            <Fact label="Newest change">{dayOf(contents.latestAt)}</Fact>
            <Fact label="Origin">{originOf(contents)}</Fact>
            <Fact label="Checked">{dayOf(contents.checkedAt)}</Fact>
          </>
        ) : null}
      </dl>
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      <div className="admin-actions">
        <Button
          look="soft"
          busy={download.isPending && 'Preparing...'}
          onClick={() => download.mutate()}
        >
          Download
        </Button>
        <Button
          look="soft"
          busy={check.isPending && 'Checking...'}
          onClick={() => check.mutate({ params })}
        >
          Check
        </Button>
        <Button
          look="danger"
          disabled={check.isPending}
          busy={restore.isPending && 'Restoring...'}
          // The confirmation lists the contents of the backup.
          onClick={() =>
            contents ? askToConfirm() : check.mutate({ params }, { onSuccess: askToConfirm })
          }
        >
          Restore
        </Button>
        <ConfirmButton
          label="Delete"
          busy={remove.isPending && 'Deleting...'}
          title="Delete this backup?"
          action="Delete backup"
          onConfirm={() => remove.mutate({ params }, { onSuccess: onDone })}
        >
          <p>{name} cannot be brought back.</p>
        </ConfirmButton>
      </div>
      {isRestoring ? (
        <ConfirmDialog
          title="Go back to this backup?"
          action="Restore"
          isDestructive
          phrase={isForeign ? 'restore a foreign backup' : 'restore'}
          onCancel={() => setRestoring(false)}
          onConfirm={() => {
            setRestoring(false);
            const input = { confirm: name, trustsOrigin: isForeign };
            restore.mutate({ params, input }, { onSuccess: handleRestored });
          }}
        >
          {isForeign ? (
            <Banner tone="bad">
              This backup was not made by this server, or was changed since. It may contain accounts
              and passwords of an attacker: continue only if you know where it comes from. If it is
              from another machine of yours, first copy the files tombstone-key and tombstones.jsonl
              from there, or erased users may return.
            </Banner>
          ) : null}
          <p>
            The database then contains <strong>{contentsOf(backup)}</strong>
            {contents?.latestAt ? `, as of ${dayOf(contents.latestAt)}` : ''}. Later changes are
            lost, also of accounts and passwords. Erased users stay erased, and your own password
            does not change.
          </p>
          <p>
            The present state is backed up first. Recordings do not change. Open pages are reloaded.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const dayOf = (iso: string | null) => (iso === null ? 'None' : formatDay(iso));
