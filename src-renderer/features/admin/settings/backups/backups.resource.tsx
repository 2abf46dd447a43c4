import type { Backup } from '#contract/calls/admin/backups.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import type { Resource } from '#renderer/features/admin/resource/resource.ts';
import { formatBytes, formatMoment } from '#renderer/features/admin/shared/format.ts';
import { useAdminCall } from '#renderer/features/admin/shared/use-admin-action.ts';
import { FileButton } from '#renderer/features/admin/tracks/editor/file-button.tsx';
import { contentsOf, kindOf } from './backup-messages.ts';
import { BackupSheet } from './backup-sheet.tsx';

/** Copies of the database on this server. */
export const backupsResource: Resource<Backup> = {
  name: 'backups',
  caption: 'Backups',
  label: ['backup', 'backups'],
  area: 'backups',
  keyOf: ({ name }) => name,
  title: { header: 'Made', of: (row) => `${kindOf(row)}, ${formatMoment(row.madeAt)}` },
  columns: [
    { header: 'Contents', cell: contentsOf },
    {
      header: 'Size',
      cell: ({ bytes }) => <span className="tabular-numbers">{formatBytes(bytes)}</span>,
    },
  ],
  filters: {},
  defaultSort: { by: 'madeAt', isDescending: true },
  empty: () => ({
    title: 'There is no backup yet',
    text: 'Keep a copy on another machine.',
  }),
  async read({ page, perPage }, { call }, signal) {
    const { backups } = await call('getBackups', { signal });
    return { rows: backups.slice(page * perPage, (page + 1) * perPage), total: backups.length };
  },
  Notice: NewBackup,
  detail: {
    param: 'backup',
    async read(name, { call }, signal) {
      const { backups } = await call('getBackups', { signal });
      return backups.find((backup) => backup.name === name) ?? null;
    },
    panel: (backup, onDone) => <BackupSheet backup={backup} onDone={onDone} />,
  },
};

function NewBackup() {
  const make = useAdminCall('backups', 'makeBackup', { done: 'Backup made and checked' });
  const upload = useAdminCall('backups', 'uploadBackup', { done: 'Backup uploaded and checked' });
  const failed = make.error ?? upload.error;
  return (
    <>
      <p className="small quiet admin-intro">
        Make one before you change much. It contains the database (people, tracks and their texts,
        plays, settings, tickets) and is stored in the data folder of this server. Recordings and
        pictures are in full backups only.
      </p>
      <div className="row admin-wrap">
        <Button look="soft" busy={make.isPending && 'Making...'} onClick={() => make.mutate({})}>
          Make a backup
        </Button>
        <FileButton
          soft
          label="A backup from this device"
          accept=".sqlite"
          busy={upload.isPending && 'Uploading...'}
          onFiles={([input]) => input && upload.mutate({ input })}
        >
          Upload a backup
        </FileButton>
      </div>
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
    </>
  );
}
