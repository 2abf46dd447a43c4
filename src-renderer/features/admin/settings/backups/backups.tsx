import type { BackupsResponse } from '#contract/calls/admin/backups.ts';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { ResourcePage } from '#renderer/features/admin/resource/resource-page.tsx';
import { useAdminQuery } from '#renderer/features/admin/shared/use-admin-query.ts';
import { backupsResource } from './backups.resource.tsx';
import { FullBackups, useFullBackups } from './full-backups.tsx';

/** Full backups in remote storage, and copies of the database on this server. */
export function Backups() {
  const { isPending } = useFullBackups();
  return (
    <div className="admin-backups">
      <FullBackups />
      {/* Rendered after the section above has loaded, so that it does not move. */}
      {isPending ? null : (
        <section className="stack" aria-labelledby="database-backups">
          <h2 id="database-backups">Backups of the database alone</h2>
          <DatabaseBackups />
        </section>
      )}
    </div>
  );
}

function DatabaseBackups() {
  const query = useAdminQuery(
    ['backup-commands'],
    async ({ call }, { signal }) => (await call('getBackups', { signal })).commands,
  );
  if (query.isPending) return <SkeletonRows rows={3} />;
  if (query.isLoadingError) return <LoadFailure query={query} text={query.error.message} />;
  return query.data ? <Commands {...query.data} /> : <ResourcePage resource={backupsResource} />;
}

function Commands({ backup, restore }: NonNullable<BackupsResponse['commands']>) {
  return (
    <div className="admin-settings stack">
      <p>
        The database is PostgreSQL, which has its own programs. Run them where DATABASE_URL is set,
        and copy the storage folder after the dump.
      </p>
      <h3>Make a backup</h3>
      <code className="admin-command">{backup}</code>
      <h3>Restore a backup</h3>
      <code className="admin-command">{restore}</code>
    </div>
  );
}
