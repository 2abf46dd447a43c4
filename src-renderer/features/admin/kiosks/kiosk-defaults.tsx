import { Banner } from '#renderer/components/messages/banner.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { SettingsForm } from './settings-form.tsx';

export function KioskDefaults({ onClose }: { onClose: () => void }) {
  const { data, error } = useAdminQuery(['kiosks', 'defaults'], ({ call }, { signal }) =>
    call('getKioskDefaults', { signal }),
  );
  return (
    <SidePanel title="Settings for new kiosks" onClose={onClose}>
      <p className="small quiet">
        A kiosk gets these settings with its first report. Kiosks in the list keep their own.
      </p>
      {error ? <Banner tone="bad">{error.message}</Banner> : null}
      {data ? (
        <SettingsForm
          draftName="kiosk-defaults"
          settings={data}
          save={(call, input) => call('saveKioskDefaults', { input })}
        />
      ) : null}
      {data || error ? null : <SkeletonRows rows={5} />}
    </SidePanel>
  );
}
