import type { Kiosk } from '#contract/rows/kiosks.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminCall } from '../shared/use-admin-action.ts';
import { restartMessage } from './kiosk-messages.ts';
import { SettingsForm } from './settings-form.tsx';

interface KioskSheetProps {
  kiosk: Kiosk;
  /** In milliseconds. */
  now: number;
  onClose: () => void;
}

export function KioskSheet({ kiosk, now, onClose }: KioskSheetProps) {
  return (
    <SidePanel title={kiosk.settings.name} onClose={onClose}>
      <Restart kiosk={kiosk} now={now} />
      <h3 className="kiosk-part">Settings</h3>
      <p className="small quiet">
        The kiosk gets changes within seconds, or when it reports again.
      </p>
      <SettingsForm
        draftName={`kiosk:${kiosk.id}`}
        settings={kiosk.settings}
        save={(call, input) => call('saveKioskSettings', { params: { id: kiosk.id }, input })}
      />
      <Removal kiosk={kiosk} onDone={onClose} />
    </SidePanel>
  );
}

function Restart({ kiosk, now }: Omit<KioskSheetProps, 'onClose'>) {
  const params = { id: kiosk.id };
  const request = useAdminCall('kiosks', 'restartKiosk', { done: 'Restart requested' });
  const cancel = useAdminCall('kiosks', 'cancelRestart', { done: 'Restart cancelled' });
  const requested = restartMessage(kiosk, now);
  const failed = request.error ?? cancel.error;
  return (
    <>
      <p className="small quiet">
        {requested ??
          'A restart waits until the first screen has been silent and untouched for the idle time. No one is interrupted.'}
      </p>
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      <div>
        <Button
          look={requested ? 'line' : 'soft'}
          busy={(request.isPending && 'Requesting...') || (cancel.isPending && 'Cancelling...')}
          onClick={() => (requested ? cancel : request).mutate({ params })}
        >
          {requested ? 'Cancel restart' : 'Restart when quiet'}
        </Button>
      </div>
    </>
  );
}

function Removal({ kiosk, onDone }: { kiosk: Kiosk; onDone: () => void }) {
  const remove = useAdminCall('kiosks', 'removeKiosk', { done: 'Kiosk removed' });
  return (
    <>
      <h3 className="kiosk-part">No longer in use?</h3>
      {remove.isError ? <Banner tone="bad">{remove.error.message}</Banner> : null}
      <div>
        <ConfirmButton
          label="Remove"
          busy={remove.isPending && 'Removing...'}
          title="Remove this kiosk?"
          action="Remove kiosk"
          onConfirm={() => remove.mutate({ params: { id: kiosk.id } }, { onSuccess: onDone })}
        >
          <p>
            Its settings and errors are deleted here.{' '}
            {kiosk.is_own
              ? 'If the program still runs as a kiosk, it is back within seconds, with the settings for new kiosks.'
              : 'This server no longer accepts its reports.'}
          </p>
        </ConfirmButton>
      </div>
    </>
  );
}
