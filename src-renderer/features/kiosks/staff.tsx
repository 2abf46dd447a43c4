import { Delete } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DesktopBridge, DesktopState, UnlockResult } from '#contract/device/desktop.ts';
import { isGuessablePin } from '#contract/device/guessable-pin.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogText } from '#renderer/components/dialog.tsx';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { endSession } from './clean-slate.ts';
import { Key } from './keyboard.tsx';
import { JoinServer, MainServerChoice } from './main-server.tsx';
import { SharingChoices } from './sharing-choices.tsx';

interface StaffProps {
  bridge: DesktopBridge;
  state: DesktopState;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const TITLES = {
  locked: 'Staff PIN',
  pin: 'Choose a PIN',
  join: 'Main server',
  choices: 'For staff',
};

/** The only way out of kiosk mode: staff actions behind a PIN. */
export function Staff(props: StaffProps) {
  const { bridge, state, open, onOpenChange } = props;
  const [chosen, setChosen] = useState<'choices' | 'pin' | 'join'>('choices');
  const view = !state.hasPin ? 'pin' : state.isUnlocked ? chosen : 'locked';
  const goBack = () => setChosen('choices');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLES[view]}>
      {view === 'locked' ? <EnterPin bridge={bridge} /> : null}
      {view === 'pin' ? <NewPin bridge={bridge} isFirst={!state.hasPin} onDone={goBack} /> : null}
      {view === 'join' ? <JoinServer bridge={bridge} onDone={goBack} /> : null}
      {view === 'choices' ? (
        <StaffChoices
          {...props}
          onChangePin={() => setChosen('pin')}
          onJoin={() => setChosen('join')}
        />
      ) : null}
    </Dialog>
  );
}

function EnterPin({ bridge }: { bridge: DesktopBridge }) {
  const [problem, setProblem] = useState<string>();
  return (
    <PinPad label="Open" onPin={async (pin) => setProblem(problemOf(await bridge.unlock(pin)))}>
      {problem ? <Banner tone="bad">{problem}</Banner> : null}
    </PinPad>
  );
}

/** Undefined for the right PIN. */
function problemOf(result: UnlockResult): string | undefined {
  if (result.outcome === 'wait') {
    const { seconds } = result;
    return `Too many wrong tries. Wait ${seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}, then try again.`;
  }
  if (result.outcome === 'open') return undefined;
  return `Wrong PIN. ${result.triesLeft} ${result.triesLeft === 1 ? 'try' : 'tries'} left.`;
}

const NOT_SET_UP =
  'The PIN was not saved. To set the first PIN, start the program once with --set-up.';

const GUESSABLE =
  'This PIN is easy to guess. Choose one without repeated or sequential digits, years or dates.';

interface NewPinProps {
  bridge: DesktopBridge;
  isFirst: boolean;
  onDone: () => void;
}

function NewPin({ bridge, isFirst, onDone }: NewPinProps) {
  const [first, setFirst] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const handlePin = async (pin: string) => {
    setProblem(undefined);
    if (isGuessablePin(pin)) return setProblem(GUESSABLE);
    if (first === undefined) return setFirst(pin);
    setFirst(undefined);
    if (pin !== first) return setProblem('The two PINs were different. Choose one again.');
    if (await bridge.setPin(pin)) onDone();
    else setProblem(isFirst ? NOT_SET_UP : 'The PIN was not changed: the kiosk is locked.');
  };
  return (
    <PinPad key={first} label={first === undefined ? 'Next' : 'Keep this PIN'} onPin={handlePin}>
      <DialogText>
        <p className="quiet">
          {first === undefined
            ? 'Six digits or more. It is the only way to leave this kiosk, so write it down where staff will find it.'
            : 'Once more, to be sure.'}
        </p>
      </DialogText>
      {problem ? <Banner tone="bad">{problem}</Banner> : null}
    </PinPad>
  );
}

interface PinPadProps {
  label: string;
  onPin: (pin: string) => Promise<void>;
  children: ReactNode;
}

const MIN_DIGITS = 6;
const MAX_DIGITS = 12;

function PinPad({ label, onPin, children }: PinPadProps) {
  const [digits, setDigits] = useState('');
  const [isBusy, setBusy] = useState(false);
  const add = (digit: string) => setDigits((typed) => (typed + digit).slice(0, MAX_DIGITS));
  const submit = async () => {
    setBusy(true);
    await onPin(digits).finally(() => setBusy(false));
    setDigits('');
  };
  const handleKey = (event: React.KeyboardEvent) => {
    if (/^\d$/.test(event.key)) add(event.key);
    else if (event.key === 'Backspace') setDigits((typed) => typed.slice(0, -1));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: digits may be typed on a keyboard, whichever button has the focus
    <div className="stack" onKeyDown={handleKey}>
      {children}
      <p className="kiosk-dots" role="status" aria-label={`${digits.length} digits entered`}>
        {'●'.repeat(digits.length) || ' '}
      </p>
      <div className="kiosk-pad">
        {[...'123456789'].map((digit) => (
          <Key key={digit} onClick={() => add(digit)}>
            {digit}
          </Key>
        ))}
        <Key
          label="Delete the last digit"
          icon={Delete}
          onClick={() => setDigits(digits.slice(0, -1))}
        />
        <Key onClick={() => add('0')}>0</Key>
      </div>
      <Button
        block
        disabled={digits.length < MIN_DIGITS}
        busy={isBusy && 'One moment'}
        onClick={submit}
      >
        {label}
      </Button>
    </div>
  );
}

interface StaffChoicesProps extends StaffProps {
  onChangePin: () => void;
  onJoin: () => void;
}

function StaffChoices(props: StaffChoicesProps) {
  const { bridge, state, onOpenChange, onChangePin, onJoin } = props;
  const navigate = useNavigate();
  return (
    <div className="kiosk-desktop">
      <div className="stack">
        {state.opensAtLogin === null ? null : (
          <Setting
            title="Start with this machine"
            checked={state.opensAtLogin}
            onChange={(opensAtLogin) => void bridge.setOpensAtLogin(opensAtLogin)}
          />
        )}
        <IdleTime bridge={bridge} state={state} />
        <SharingChoices bridge={bridge} sharing={state.sharing} />
      </div>
      <div className="stack">
        <MainServerChoice bridge={bridge} mainServer={state.mainServer} onJoin={onJoin} />
        <Button
          look="soft"
          block
          onClick={() => {
            onOpenChange(false);
            navigate('/admin');
          }}
        >
          Open the admin area
        </Button>
        <Button look="soft" block onClick={onChangePin}>
          Change the PIN
        </Button>
        <Button block onClick={() => void endSession(bridge)}>
          Lock, and clear everything
        </Button>
        <Button look="danger" block onClick={() => void bridge.quit()}>
          Close the kiosk
        </Button>
        <p className="quiet small">Version {state.version}</p>
      </div>
    </div>
  );
}

const IDLE_TIMES = [1, 2, 3, 5, 10].map((minutes) => ({
  value: String(minutes * 60),
  label: `${minutes} min`,
}));

function IdleTime({ bridge, state }: Pick<StaffProps, 'bridge' | 'state'>) {
  const { settings } = state;
  return (
    <>
      <p>Clear a session after</p>
      <ChipGroup
        label="Clear a session after"
        chips={IDLE_TIMES}
        value={String(settings.idleSeconds)}
        onChange={(value) => void bridge.saveSettings({ ...settings, idleSeconds: Number(value) })}
      />
    </>
  );
}
