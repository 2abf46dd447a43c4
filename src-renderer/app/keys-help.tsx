import { useAtom } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { lazyPart } from '#renderer/components/lazy-part.tsx';
import { keysSheetAtom } from '#renderer/data/keys.ts';

const SHEET = lazyPart(() =>
  import('#renderer/features/listening/keys-sheet.tsx').then((module) => module.KeysSheet),
);

/** The list of keys, fetched when it is first asked for. */
export function KeysHelp() {
  const [isOpen, setOpen] = useAtom(keysSheetAtom);
  const [Sheet, setSheet] = useState<ComponentType>();
  useEffect(() => {
    if (!isOpen || Sheet) return;
    SHEET.load().then(
      (part) => setSheet(() => part),
      () => setOpen(false),
    );
  }, [isOpen, Sheet, setOpen]);
  return isOpen && Sheet ? <Sheet /> : null;
}
