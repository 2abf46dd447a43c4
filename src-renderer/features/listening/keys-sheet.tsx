import { useSetAtom } from 'jotai';
import { Fragment, useState } from 'react';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Setting } from '#renderer/components/setting.tsx';
import { areKeysOn, keysSheetAtom, switchKeys } from '#renderer/data/keys.ts';
import { KEYS } from './key-command.ts';
import './keys-sheet.css';

/** Every key of the player, and the switch that takes them away. */
export function KeysSheet() {
  const setOpen = useSetAtom(keysSheetAtom);
  return (
    <Dialog open title="Keys" onOpenChange={setOpen}>
      <dl className="keys">
        {KEYS.map(([keys, does]) => (
          <Fragment key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="small quiet">
        They work on every page while something is loaded, and never while you write. The space key
        pauses on the player, and wherever there is nothing to scroll.
      </p>
      <KeysSetting />
    </Dialog>
  );
}

function KeysSetting() {
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Setting
      title="Use these keys"
      text="You find this switch again on the player, under Keys."
      checked={isOn}
      onChange={(wanted) => {
        switchKeys(wanted);
        setOn(wanted);
      }}
    />
  );
}
