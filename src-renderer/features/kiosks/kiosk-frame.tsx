import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { DesktopBridge, DesktopState } from '#contract/device/desktop.ts';
import { Icon } from '#renderer/components/icon.tsx';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { useHold } from '#renderer/lib/hooks/use-hold.ts';
import { endSession, FIRST_SCREEN } from './clean-slate.ts';
import { HandOver, ToPhone } from './hand-over.tsx';
import { IdleWarning } from './idle-warning.tsx';
import { Keyboard } from './keyboard.tsx';
import { Staff } from './staff.tsx';
import { useKioskRestrictions } from './use-kiosk-restrictions.ts';
import { useKioskWatch } from './use-kiosk-watch.ts';
import './kiosk-frame.css';

/** Long enough that visitors do not open the staff page by accident. */
const HOLD_MS = 3_000;

export function KioskFrame() {
  const state = useDesktopState();
  const bridge = window.desktop;
  return bridge && state ? <Frame bridge={bridge} state={state} /> : null;
}

function Frame({ bridge, state }: { bridge: DesktopBridge; state: DesktopState }) {
  const { pathname } = useLocation();
  const { idle, noteStillHere } = useKioskWatch(bridge);
  const { phase, secondsLeft, isDim } = idle;
  const [isStaffOpen, setStaffOpen] = useState(!state.hasPin || state.isUnlocked);
  const hold = useHold(HOLD_MS, () => setStaffOpen(true));
  const end = () => void endSession(bridge);
  const address = state.closed ? null : state.sharing.address;
  useKioskRestrictions();

  return (
    <>
      {pathname === FIRST_SCREEN ? (
        <button
          type="button"
          className="kiosk-staff"
          aria-label="Staff: hold for three seconds"
          onKeyDown={({ key }) => key === 'Enter' && hold.begin()}
          onKeyUp={hold.end}
          {...hold.handlers}
        />
      ) : null}
      {pathname !== FIRST_SCREEN || phase !== 'quiet' ? (
        <div className="kiosk-bar">
          <button type="button" className="button line" onClick={end}>
            <Icon of={LogOut} />
            End my session
          </button>
          {pathname !== FIRST_SCREEN && address ? <ToPhone /> : null}
        </div>
      ) : null}
      <HandOver address={address} isWarning={phase === 'warning'} />
      <Staff bridge={bridge} state={state} open={isStaffOpen} onOpenChange={setStaffOpen} />
      <Keyboard />
      {phase === 'warning' ? (
        <IdleWarning secondsLeft={secondsLeft} onStillHere={noteStillHere} onEnd={end} />
      ) : null}
      {phase === 'ending' ? <div className="kiosk-curtain" /> : null}
      {isDim ? <div className="kiosk-dim" data-testid="dim" /> : null}
    </>
  );
}
