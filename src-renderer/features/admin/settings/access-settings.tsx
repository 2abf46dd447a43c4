import { useState } from 'react';
import type { SwitchesResponse, SwitchState } from '#contract/calls/admin/switches.ts';
import type { SwitchName } from '#contract/rows/settings.ts';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

const SWITCH_TEXTS: Readonly<Record<SwitchName, { title: string; text: string }>> = {
  magic_link: {
    title: 'Magic link',
    text: 'The sign-in form offers a link by mail instead of a password.',
  },
  sign_up: {
    title: 'Self sign-up',
    text: 'People create their own account. When off, you invite people from Users.',
  },
  email_confirmation: {
    title: 'Email confirmation',
    text: 'New accounts are activated with a link in a mail. When off, they are active at once.',
  },
  play_log: {
    title: 'Listening history starts on',
    text: 'Every new account keeps a history until the user switches it off, which needs a legal basis other than consent. When off, the sign-up form asks, with two equal choices. Existing accounts keep their answer.',
  },
  premium_gate: {
    title: 'Premium gate',
    text: 'Premium tracks need an active subscription. When off, every track is open to everyone. If nginx sends the recordings, change its configuration too: see deploy/nginx.conf.',
  },
};

export function AccessSettings() {
  const query = useAdminQuery(
    ['switches'],
    ({ call }, { signal }) => call('getSwitches', { signal }),
    { refreshOn: ['settings'] },
  );
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.isLoadingError) return <LoadFailure query={query} text={query.error.message} />;
  return <Switches {...query.data} />;
}

function Switches({ switches, canMail }: SwitchesResponse) {
  const [isConfirming, setConfirming] = useState(false);
  const save = useAdminAction(
    'switches',
    ({ tables }, { name, isOn }: Pick<SwitchState, 'name' | 'isOn'>) =>
      tables.from('settings').upsert({ key: name, value: isOn }).throwOnError(),
    { done: 'Settings saved' },
  );
  const handleChange = (name: SwitchName, isOn: boolean) => {
    if (name === 'email_confirmation' && isOn && !canMail) setConfirming(true);
    else save.mutate({ name, isOn });
  };
  return (
    <section className="admin-settings" aria-label="Sign-in & access">
      <p className="small quiet">
        Changes apply immediately. Open pages show them on their next load.
      </p>
      {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
      <div className="card admin-switches">
        {switches.map(({ name, isOn, setBy }) => (
          <Setting
            key={name}
            title={SWITCH_TEXTS[name].title}
            text={
              <>
                {SWITCH_TEXTS[name].text}
                {setBy ? (
                  <strong className="admin-set-by">
                    Set by {setBy} in the server’s environment. Remove it there to change it here.
                  </strong>
                ) : null}
              </>
            }
            // Shows the pending value while the request is in flight.
            checked={save.isPending && save.variables.name === name ? save.variables.isOn : isOn}
            disabled={setBy !== null || save.isPending}
            onChange={(checked) => handleChange(name, checked)}
          />
        ))}
      </div>
      {isConfirming ? (
        <ConfirmDialog
          title="No mail server is set"
          action="Turn it on anyway"
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            save.mutate({ name: 'email_confirmation', isOn: true });
          }}
        >
          <p>
            Mails that activate new accounts would stay in the outbox, and you would have to pass on
            their links yourself. Set SMTP_URL first, and send a test mail.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
