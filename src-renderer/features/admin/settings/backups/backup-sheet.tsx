import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backup } from '#contract/calls/admin/backups.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { useAdminBackend } from '#renderer/features/admin/admin-session.ts';
import { ConfirmDialog } from '#renderer/features/admin/shared/confirm-dialog.tsx';
import { formatDay } from '#renderer/features/admin/shared/format.ts';
import { SidePanel } from '#renderer/features/admin/shared/side-panel.tsx';
import { sizeOf } from '#renderer/features/admin/shared/size-of.ts';
import { contentsOf, originOf } from './backup-messages.ts';
import { useBackupAction } from './use-backups.ts';

interface BackupSheetProps {
  backup: Backup;
  title: string;
  onClose: () => void;
}

export function BackupSheet({ backup, title, onClose }: BackupSheetProps) {
  const [asked, setAsked] = useState<'restore' | 'delete'>();
  const params = { name: backup.name };
  const download = useDownload(backup);
  const check = useBackupAction((call) => call('checkBackup', { params }));
  const remove = useBackupAction(
    (call) => call('deleteBackup', { params }),
    () => {
      toast.success('Backup deleted');
      onClose();
    },
  );
  const failed = download.error ?? check.error ?? remove.error;
  const askToRestore = () => setAsked('restore');
  // The confirmation lists the contents of the backup.
  const handleRestore = () =>
    backup.contents ? askToRestore() : check.mutate(undefined, { onSuccess: askToRestore });
  return (
    <SidePanel title={title} onClose={onClose}>
      <dl className="admin-facts">
        <Fact label="File" value={backup.name} />
        <Fact label="Size" value={sizeOf(backup.bytes)} />
        <Fact label="Holds" value={contentsOf(backup)} />
        {backup.contents ? (
          <>
            <Fact label="Newest change" value={dayOf(backup.contents.latestAt)} />
            <Fact label="Origin" value={originOf(backup.contents)} />
            <Fact label="Checked" value={dayOf(backup.contents.checkedAt)} />
          </>
        ) : null}
      </dl>
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      <div className="admin-actions">
        <Button
          look="soft"
          busy={download.isPending && 'Asking...'}
          onClick={() => download.mutate()}
        >
          Download
        </Button>
        <Button look="soft" busy={check.isPending && 'Checking...'} onClick={() => check.mutate()}>
          Check
        </Button>
        <Button look="danger" disabled={check.isPending} onClick={handleRestore}>
          Restore
        </Button>
        <Button look="danger" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </div>
      {asked === 'restore' ? (
        <RestoreDialog backup={backup} onClose={() => setAsked(undefined)} />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title="Delete this backup?"
          action="Delete backup"
          isGrave
          busy={remove.isPending && 'Deleting...'}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => remove.mutate()}
        >
          <p>{backup.name} cannot be brought back.</p>
        </ConfirmDialog>
      ) : null}
    </SidePanel>
  );
}

function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { name } = backup;
  const isForeign = backup.contents?.isOwn !== true;
  const input = { confirm: name, trustsOrigin: isForeign };
  const restore = useBackupAction(
    (call) => call('restoreBackup', { params: { name }, input }),
    () => {
      toast.success('Backup restored');
      onClose();
      // A restore makes all cached data stale.
      void queryClient.resetQueries();
    },
  );
  return (
    <ConfirmDialog
      title="Go back to this backup?"
      action="Restore"
      isGrave
      typed={isForeign ? 'restore a foreign backup' : 'restore'}
      busy={restore.isPending && 'Restoring...'}
      onCancel={onClose}
      onConfirm={() => restore.mutate()}
    >
      {isForeign ? (
        <Banner tone="bad">
          This server has not made this backup, or somebody has changed it since. Whoever did may
          have put accounts and passwords into it: go on only if you know where it comes from. Is it
          from another machine of yours? Then first copy the files tombstone-key and
          tombstones.jsonl from there, or its older backups bring back who was erased.
        </Banner>
      ) : null}
      <p>
        Afterwards there are <strong>{contentsOf(backup)}</strong>
        {backup.contents?.latestAt ? `, as of ${dayOf(backup.contents.latestAt)}` : ''}. Whatever
        came later goes, accounts and their passwords too. Who was erased stays erased, and your own
        password stays what it is.
      </p>
      <p>
        The present state becomes a backup first. Recordings stay as they are. Open pages are
        reloaded.
      </p>
      {restore.isError ? <Banner tone="bad">{restore.error.message}</Banner> : null}
    </ConfirmDialog>
  );
}

/** Uses a one-time URL, so that the browser streams the file to the disk. */
function useDownload(backup: Backup) {
  const { call } = useAdminBackend();
  return useMutation({
    mutationFn: async () => {
      const { path } = await call('linkBackup', { params: { name: backup.name } });
      const link = document.createElement('a');
      link.href = path;
      link.download = backup.name;
      link.click();
    },
  });
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const dayOf = (iso: string | null) => (iso === null ? 'None' : formatDay(iso));
