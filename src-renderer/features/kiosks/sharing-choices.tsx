import type { DesktopBridge, Sharing } from '#contract/device/desktop.ts';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
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
  return (
    <div className="stack">
      <Setting
        title="Share with phones in this building’s network"
        text={`Anyone in the same network can then open the library ${
          address ? `at ${address}` : `on port ${window.location.port} of this machine`
        }, make an account and sign in, but not open the admin area. The connection is not encrypted: share only in a network whose users you know, never in an open one.`}
        checked={isOn}
        onChange={(next) => void bridge.setSharing({ isOn: next, network })}
      />
      {message ? <Banner tone="notice">{message}</Banner> : null}
      {isOn && networks.length > 1 ? (
        <>
          <p>Which network</p>
          <ChipGroup
            label="Which network"
            chips={networks.map(({ name, ip }) => ({ value: name, label: `${name} (${ip})` }))}
            value={network ?? networks[0]?.name ?? ''}
            onChange={(name) => void bridge.setSharing({ isOn, network: name })}
          />
        </>
      ) : null}
    </div>
  );
}
