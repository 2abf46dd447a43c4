import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { SettingsForm } from './settings-form.tsx';

export function KioskDefaults({ onClose }: { onClose: () => void }) {
  const query = useAdminQuery(['kiosks', 'defaults'], ({ call }, { signal }) =>
    call('getKioskDefaults', { signal }),
  );
  return (
    <SidePanel title="Settings for new kiosks" onClose={onClose}>
      <p className="small quiet">
        A kiosk gets these settings with its first report. Kiosks in the list keep their own.
      </p>
      {query.isPending ? <SkeletonRows rows={5} /> : null}
      {query.isLoadingError ? <LoadFailure query={query} text={query.error.message} /> : null}
      {query.data ? (
        <SettingsForm
          draftName="kiosk-defaults"
          settings={query.data}
          save={(call, input) => call('saveKioskDefaults', { input })}
        />
      ) : null}
    </SidePanel>
  );
}
