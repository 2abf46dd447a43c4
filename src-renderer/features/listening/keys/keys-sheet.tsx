import { useSetAtom } from 'jotai';
import { Fragment, useState } from 'react';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { areKeysOn, keysSheetAtom, switchKeys } from '#renderer/data/keys.ts';
import { KEYS } from './key-command.ts';
import './keys-sheet.css';

export function KeysSheet() {
  const setOpen = useSetAtom(keysSheetAtom);
  return (
    <Dialog open title="Keyboard shortcuts" onOpenChange={setOpen}>
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
      <p className="small quiet">Shortcuts work on every page except while you type.</p>
      <KeysSetting />
    </Dialog>
  );
}

function KeysSetting() {
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Setting
      title="Use keyboard shortcuts"
      text="You can turn this off any time in the player."
      checked={isOn}
      onChange={(wanted) => {
        switchKeys(wanted);
        setOn(wanted);
      }}
    />
  );
}
