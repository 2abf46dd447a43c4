import { useSetAtom } from 'jotai';
import { Fragment, useState } from 'react';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { areShortcutsOn, setShortcutsOn, shortcutsSheetAtom } from '#renderer/data/shortcuts.ts';
import { KEYS } from './key-command.ts';
import './shortcuts-sheet.css';

export function ShortcutsSheet() {
  const setOpen = useSetAtom(shortcutsSheetAtom);
  const [isOn, setOn] = useState(areShortcutsOn);
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
      <Setting
        title="Use keyboard shortcuts"
        text="You can turn this off any time in the player."
        checked={isOn}
        onChange={(wanted) => {
          setShortcutsOn(wanted);
          setOn(wanted);
        }}
      />
    </Dialog>
  );
}
