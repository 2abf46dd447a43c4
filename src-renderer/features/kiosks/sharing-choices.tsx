import type { DesktopBridge, Sharing } from '#contract/device/desktop.ts';
import { Switch } from '#renderer/components/forms/switch.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';

interface SharingChoicesProps {
  bridge: DesktopBridge;
  sharing: Sharing;
}

const STATUS_MESSAGES: Record<Sharing['status'], string | undefined> = {
  off: undefined,
  opening: 'Sharing starts as soon as nothing plays.',
  on: undefined,
  'no-network': 'This machine is not connected to a local network. Connect it, then wait a moment.',
  closing: 'Sharing ends as soon as nothing plays.',
};

/** The switch that shares the library in the network, and the choice of the network. */
export function SharingChoices({ bridge, sharing }: SharingChoicesProps) {
  const { status, address, network, networks } = sharing;
  const isOn = status !== 'off' && status !== 'closing';
  const message = STATUS_MESSAGES[status];
  const chosen = network ?? networks[0]?.name;
  return (
    <section className="stack" aria-labelledby="kiosk-sharing">
      <div className="row between">
        <span id="kiosk-sharing">Share with phones in this building’s network</span>
        <Switch
          labelledBy="kiosk-sharing"
          describedBy="kiosk-sharing-text"
          checked={isOn}
          onChange={(next) => void bridge.setSharing({ isOn: next, network })}
        />
      </div>
      <p className="quiet small" id="kiosk-sharing-text">
        Anyone in the same network can then open the library{' '}
        {address ? `at ${address}` : `on port ${window.location.port} of this machine`}, make an
        account and sign in, but not open the admin area. The connection is not encrypted: share
        only in a network whose users you know, never in an open one.
      </p>
      {message ? <Banner tone="notice">{message}</Banner> : null}
      {isOn && networks.length > 1 ? (
        <fieldset className="kiosk-choice">
          <legend>Which network</legend>
          {networks.map(({ name, ip }) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === chosen}
              onClick={() => void bridge.setSharing({ isOn, network: name })}
            >
              {name} ({ip})
            </button>
          ))}
        </fieldset>
      ) : null}
    </section>
  );
}
