import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * The item open beside a list, in the URL parameter `name` (`?person=…`), so that a reload and
 * links keep it and Back closes it. Set undefined to close.
 */
export function useOpened(name: string): [string | undefined, (id: string | undefined) => void] {
  const { state } = useLocation();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const opened = query.get(name) ?? undefined;

  const open = (id: string | undefined) => {
    if (id === opened) return;
    const { isOpened = false } = Object(state);
    // If the item was opened from the list, the list is the previous history entry.
    if (id === undefined && isOpened) return void navigate(-1);
    const next = new URLSearchParams(query);
    if (id === undefined) next.delete(name);
    else next.set(name, id);
    const isNew = opened === undefined;
    setQuery(next, {
      replace: !isNew,
      preventScrollReset: true,
      // Omits the ids of open dialogs (use-sheet.ts): closing such a dialog would go back from this entry.
      state: { isOpened: isNew || isOpened },
    });
  };
  return [opened, open];
}
