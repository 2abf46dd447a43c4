import { useLocation, useNavigate, useSearchParams } from '#renderer/lib/router.tsx';

/**
 * What is open beside a list, by its name in the address (`?person=…`): a reload and a link lead to it,
 * and Back closes it. Undefined closes.
 */
export function useOpened(name: string): [string | undefined, (id: string | undefined) => void] {
  const { pathname, state } = useLocation();
  const query = useSearchParams();
  const navigate = useNavigate();
  const opened = query.get(name) ?? undefined;

  const open = (id: string | undefined) => {
    if (id === opened) return;
    // Opened from its list: that is the entry before.
    if (id === undefined && Object(state).isOpened) return window.history.back();
    const next = new URLSearchParams(query);
    if (id === undefined) next.delete(name);
    else next.set(name, id);
    const search = next.toString();
    const isNew = opened === undefined;
    navigate(search ? `${pathname}?${search}` : pathname, {
      replace: !isNew,
      state: isNew ? { isOpened: true } : state,
    });
  };
  return [opened, open];
}
