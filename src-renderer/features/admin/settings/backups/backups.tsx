import { useState } from 'react';
import type { Backup, BackupsAnswer } from '#contract/calls/admin/backups.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { DataTable, openColumn } from '#renderer/features/admin/resource/data-table.tsx';
import { formatMoment } from '#renderer/features/admin/shared/format.ts';
import { sizeOf } from '#renderer/features/admin/shared/size-of.ts';
import { FileButton } from '#renderer/features/admin/tracks/editor/file-button.tsx';
import { contentsOf, kindOf } from './backup-messages.ts';
import { BackupSheet } from './backup-sheet.tsx';
import { FullBackups, useFullBackups } from './full-backups.tsx';
import { useBackupAction, useBackups } from './use-backups.ts';

/**
 * Full backups in remote storage, and copies of the database on this server: create, delete,
 * restore.
 */
export function Backups() {
  const { isPending } = useFullBackups();
  const query = useBackups();
  return (
    <div className="admin-backups">
      <FullBackups />
      {/* Waits for the data above, which determines its position. */}
      {isPending ? null : (
        <section className="stack" aria-labelledby="database-backups">
          <h2 id="database-backups">Backups of the database alone</h2>
          <DatabaseBackups query={query} />
        </section>
      )}
    </div>
  );
}

function DatabaseBackups({ query }: { query: ReturnType<typeof useBackups> }) {
  if (query.isPending) return <SkeletonRows rows={3} label="Loading..." />;
  if (query.isError) return <Banner tone="bad">{query.error.message}</Banner>;
  const { commands, backups } = query.data;
  return commands ? <Commands {...commands} /> : <BackupList backups={backups} />;
}

function Commands({ backup, restore }: NonNullable<BackupsAnswer['commands']>) {
  return (
    <div className="admin-settings stack">
      <p>
        The database is PostgreSQL, which brings its own programs. Run them where DATABASE_URL is
        set, and copy the storage folder after the dump.
      </p>
      <h3>Make a backup</h3>
      <code className="admin-command">{backup}</code>
      <h3>Put one back</h3>
      <code className="admin-command">{restore}</code>
    </div>
  );
}

function BackupList({ backups }: { backups: readonly Backup[] }) {
  const [openName, setOpenName] = useState<string>();
  const open = backups.find(({ name }) => name === openName);
  const make = useBackupAction(
    (call) => call('makeBackup'),
    () => toast.success('Backup made and checked'),
  );
  const upload = useBackupAction(
    (call, input: File) => call('uploadBackup', { input }),
    () => toast.success('Backup uploaded and checked'),
  );
  const failed = make.error ?? upload.error;
  return (
    <div className="admin-split">
      <div className="stack">
        <WhatIsIn />
        <div className="row admin-wrap">
          <Button look="soft" busy={make.isPending && 'Making...'} onClick={() => make.mutate()}>
            Make a backup
          </Button>
          <FileButton
            soft
            label="A backup from this device"
            accept=".sqlite"
            busy={upload.isPending && 'Uploading...'}
            onFiles={([file]) => file && upload.mutate(file)}
          >
            Upload a backup
          </FileButton>
        </div>
        {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
        {backups.length === 0 ? (
          <EmptyState
            land="field"
            title="There is no backup yet"
            text="Make one before you change much, and keep a copy on another machine."
          />
        ) : (
          <DataTable
            caption="Backups"
            rows={backups}
            keyOf={({ name }) => name}
            openKey={openName}
            columns={[
              openColumn<Backup>(
                'Made',
                (row) => `${kindOf(row)}, ${formatMoment(row.madeAt)}`,
                (row) => setOpenName(row.name),
              ),
              { header: 'Holds', cell: contentsOf },
              {
                header: 'Size',
                cell: ({ bytes }) => <span className="tabular-numbers">{sizeOf(bytes)}</span>,
              },
            ]}
          />
        )}
      </div>
      {open ? (
        <BackupSheet
          key={open.name}
          backup={open}
          title={`${kindOf(open)}, ${formatMoment(open.madeAt)}`}
          onClose={() => setOpenName(undefined)}
        />
      ) : null}
    </div>
  );
}

function WhatIsIn() {
  return (
    <p className="small quiet admin-what">
      Quick to make and to go back to before you change much. Each holds the database: people,
      tracks and their texts, plays, settings, tickets. It lies in the data folder of this server,
      without recordings and pictures: full backups hold those too.
    </p>
  );
}
