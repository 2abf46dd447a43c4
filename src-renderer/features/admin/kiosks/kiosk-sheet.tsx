import type { Kiosk } from '#contract/rows/kiosks.ts';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminAction } from '../shared/use-admin-action.ts';
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
      <p className="small quiet">The kiosk has them within seconds, or as soon as it is back.</p>
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
  const ask = useAdminAction('kiosks', ({ call }) => call('restartKiosk', { params }), {
    done: 'Restart asked for',
  });
  const takeBack = useAdminAction('kiosks', ({ call }) => call('cancelRestart', { params }), {
    done: 'Restart taken back',
  });
  const asked = restartMessage(kiosk, now);
  const failed = ask.error ?? takeBack.error;
  return (
    <>
      <p className="small quiet">
        {asked ??
          'A restart waits until the first screen has been silent and untouched for the idle time. No one is interrupted.'}
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
  const remove = useAdminAction(
    'kiosks',
    ({ call }) => call('removeKiosk', { params: { id: kiosk.id } }),
    { done: 'Kiosk removed' },
  );
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
          onConfirm={() => remove.mutate(undefined, { onSuccess: onDone })}
        >
          <p>
            Its settings and errors are forgotten here.{' '}
            {kiosk.is_own
              ? 'While the program still runs as a kiosk it is back within seconds, with the settings for new kiosks.'
              : 'This server no longer listens to it.'}
          </p>
        </ConfirmButton>
      </div>
    </>
  );
}
