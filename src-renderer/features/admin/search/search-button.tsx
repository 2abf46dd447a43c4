import { useAtomValue } from 'jotai';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { adminTokenAtom } from '../admin-session.ts';
import { SearchDialog } from './search-dialog.tsx';

/** Opens the search of the admin area, as Ctrl+K does (⌘K on a Mac). */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const isUnlocked = Boolean(useAtomValue(adminTokenAtom));

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      // Overrides the browser's own shortcut.
      event.preventDefault();
      setOpen(true);
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
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} />
        <span>Search</span>
        <small aria-hidden="true">Ctrl K</small>
      </button>
      {isOpen && isUnlocked ? <SearchDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
