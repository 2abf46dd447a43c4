import { type FormEvent, useState } from 'react';
import type {
  DesktopBridge,
  JoinOutcome,
  LeaveOutcome,
  MainServer,
} from '#contract/device/desktop.ts';
import { Button } from '#renderer/components/button.tsx';
import { DialogText } from '#renderer/components/dialog.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { Keyboard } from './keyboard.tsx';

const STATUS: Record<MainServer['status'], string> = {
  connecting: 'Connecting…',
  'in-touch': 'Connected.',
  away: 'Not reachable right now. The kiosk keeps working and will report later.',
  removed: 'It has removed this kiosk and receives no more reports.',
};

interface MainServerChoiceProps {
  bridge: DesktopBridge;
  mainServer: MainServer | null;
  onJoin: () => void;
}

/** Shows whether a main server manages this kiosk, with buttons to join or leave one. */
export function MainServerChoice({ bridge, mainServer, onJoin }: MainServerChoiceProps) {
  const [leaveOutcome, setLeaveOutcome] = useState<LeaveOutcome>();
  const isUnmanaged = mainServer === null || mainServer.status === 'removed';
  return (
    <section className="stack" aria-labelledby="kiosk-main-server">
      <span id="kiosk-main-server">Main server</span>
      <p className="quiet small" role="status">
        {mainServer
          ? `${mainServer.address}: ${STATUS[mainServer.status]}`
          : leaveOutcome === 'untold'
            ? 'This kiosk no longer reports to it, but the main server could not be reached: remove the kiosk there too.'
            : 'None. This kiosk reports to its own server only.'}
      </p>
      {isUnmanaged ? (
        <Button look="soft" block onClick={onJoin}>
          Report to a main server
        </Button>
      ) : null}
      {mainServer ? (
        <Button look="line" block onClick={async () => setLeaveOutcome(await bridge.leaveServer())}>
          {isUnmanaged ? 'Forget this server' : 'Stop reporting to it'}
        </Button>
      ) : null}
    </section>
  );
}

const PROBLEMS: Record<Exclude<JoinOutcome, 'joined'>, string> = {
  locked: 'The kiosk is locked. Enter the PIN again.',
  'bad-address':
    'This is not the address of a main server. Outside your own network it must begin with https://.',
  'bad-code': 'This code is wrong or has expired. Make a new one in the main server’s admin area.',
  'too-many-tries': 'Too many tries. Wait ten minutes, then try again.',
  unreachable: 'No server responds at this address. Check the address and the connection.',
  'no-such-server': 'The server at this address does not run this program.',
};

/** Joins a main server, by its address and the code that its admin area shows. */
export function JoinServer({ bridge, onDone }: { bridge: DesktopBridge; onDone: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    const outcome = await bridge.joinServer({
      address: String(form.get('address')),
      code: String(form.get('code')),
    });
    setBusy(false);
    if (outcome === 'joined') onDone();
    else setProblem(PROBLEMS[outcome]);
  };
  return (
    <>
      <DialogText>
        <p className="quiet small">
          On the main server: Settings, Kiosks, ‘Add a kiosk’. It shows both. The main server will
          see this kiosk’s status and manage its settings. Nothing about visitors is sent.
        </p>
      </DialogText>
      <CheckedForm className="stack" onSubmit={(event) => void handleSubmit(event)}>
        {problem ? <Banner tone="bad">{problem}</Banner> : null}
        <TextField
          label="Address of the main server"
          name="address"
          type="text"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          required
        />
        <TextField
          label="Code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
        />
        <Button type="submit" block busy={isBusy && 'Asking the server...'}>
          Report to this server
        </Button>
        <Button look="soft" block onClick={onDone}>
          Back
        </Button>
      </CheckedForm>
      <Keyboard inDialog />
    </>
  );
}
