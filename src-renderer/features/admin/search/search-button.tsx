import { useAtomValue } from 'jotai';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { adminTokenAtom } from '../admin-session.ts';
import { SearchDialog } from './search-dialog.tsx';

/** Opens the global search; Ctrl K (⌘ K on a Mac) does too. */
export function SearchButton() {
  const [isAsked, setAsked] = useState(false);
  const isUnlocked = Boolean(useAtomValue(adminTokenAtom));

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isOurs || event.key.toLowerCase() !== 'k') return;
      // Overrides the browser's own shortcut.
      event.preventDefault();
      setAsked(true);
    };
    if (!isUnlocked) return;
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isUnlocked]);

  return (
    <>
      <button
        type="button"
        className="admin-search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setAsked(true)}
      >
        <Icon of={Search} />
        <span>Search</span>
        <small aria-hidden="true">Ctrl K</small>
      </button>
      {isAsked && isUnlocked ? <SearchDialog onClose={() => setAsked(false)} /> : null}
    </>
  );
}
