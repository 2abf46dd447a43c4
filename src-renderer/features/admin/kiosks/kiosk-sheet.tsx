import { useState } from 'react';
import type { KioskSettings } from '#contract/device/desktop.ts';
import type { Kiosk } from '#contract/rows/kiosks.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { restartOf } from './kiosk-words.ts';
import { useKioskAction } from './kiosks-query.ts';
import { ScreenPicture } from './screen-picture.tsx';
import { SettingsForm } from './settings-form.tsx';

interface KioskSheetProps {
  kiosk: Kiosk;
  /** In milliseconds. */
  now: number;
  onClose: () => void;
}

/** What can be done with one kiosk from afar. */
export function KioskSheet({ kiosk, now, onClose }: KioskSheetProps) {
  const params = { id: kiosk.id };
  const save = useKioskAction(
    (call, input: KioskSettings) => call('saveKioskSettings', { params, input }),
    'Settings saved',
  );
  return (
    <SidePanel title={kiosk.settings.name} onClose={onClose}>
      <Restart kiosk={kiosk} now={now} />
      <h3 className="kiosk-part">Settings</h3>
      <p className="small quiet">The kiosk has them within seconds, or as soon as it is back.</p>
      <SettingsForm keptAs={`kiosk:${kiosk.id}`} settings={kiosk.settings} save={save} />
      <ScreenPicture kiosk={kiosk} />
      <Removal kiosk={kiosk} onDone={onClose} />
    </SidePanel>
  );
}

function Restart({ kiosk, now }: Omit<KioskSheetProps, 'onClose'>) {
  const params = { id: kiosk.id };
  const ask = useKioskAction((call) => call('restartKiosk', { params }), 'Restart asked for');
  const takeBack = useKioskAction(
    (call) => call('takeBackRestart', { params }),
    'Restart taken back',
  );
  const asked = restartOf(kiosk, now);
  const failed = ask.error ?? takeBack.error;
  return (
    <>
      <p className="small quiet">
        {asked ??
          'A restart waits until the first screen has been silent and untouched for the idle time. Nobody is interrupted.'}
      </p>
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      <div>
        {asked ? (
          <Button
            look="line"
            busy={takeBack.isPending && 'Taking back...'}
            onClick={() => takeBack.mutate()}
          >
            Take it back
          </Button>
        ) : (
          <Button look="soft" busy={ask.isPending && 'Asking...'} onClick={() => ask.mutate()}>
            Restart when quiet
          </Button>
        )}
      </div>
    </>
  );
}

function Removal({ kiosk, onDone }: { kiosk: Kiosk; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useKioskAction(
    (call) => call('removeKiosk', { params: { id: kiosk.id } }),
    'Kiosk removed',
  );
  return (
    <>
      <h3 className="kiosk-part">No longer in use?</h3>
      {remove.isError ? <Banner tone="bad">{remove.error.message}</Banner> : null}
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Remove this kiosk?"
          action="Remove kiosk"
          isGrave
          busy={remove.isPending && 'Removing...'}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(undefined, { onSuccess: onDone, onError: () => setAsking(false) })
          }
        >
          <p>
            Its settings and errors are forgotten here.{' '}
            {kiosk.is_own
              ? 'While the program still runs as a kiosk it is back within seconds, with the settings for new kiosks.'
              : 'This server no longer listens to it.'}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
