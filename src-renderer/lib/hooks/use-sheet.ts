import { useContext, useEffect, useEffectEvent, useId } from 'react';
import { type createBrowserRouter, UNSAFE_DataRouterContext } from 'react-router-dom';
import { scrollKeyOf } from '../scroll-key.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** The open sheets, dialogs and menus, by id. */
const open = new Set<string>();
/** Pending while the history steps back from the entry of a closed sheet. */
let goingBack: Promise<void> | undefined;

/**
 * Makes Back close the sheet instead of leaving the page. An open sheet adds a history entry, which has the address of
 * the page and the id of the sheet. If the sheet is closed in another way than by Back, the entry is removed. Back and
 * navigation call `onClose`, as Escape does.
 */
export function useSheet(isOpen: boolean, onClose: () => void): void {
  const id = useId();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!isOpen || !router) return;
    open.add(id);
    // Path of the sheet's entry. Read from the router, as a render can miss an entry that Back leaves at once.
    let openedAt: string | undefined;
    const follow = ({ location, historyAction }: Router['state']) => {
      if (sheetsOf(location.state).includes(id)) openedAt = location.pathname;
      else if (openedAt === undefined) return;
      else if (historyAction === 'POP' || location.pathname !== openedAt) close();
    };
    follow(router.state);
    const stop = router.subscribe(follow);
    // Wait until the previous sheet's entry is removed; going back would remove this one too.
    void Promise.resolve(goingBack).then(() => {
      if (open.has(id)) addEntry(id, router);
    });
    return () => {
      stop();
      open.delete(id);
      // Runs after any navigation that was started in the same task.
      setTimeout(() => leaveClosedSheets(router));
    };
  }, [isOpen, id, router]);
}

/** Goes back from entries whose sheets are closed; a reload or Forward can land on these too. */
export function leaveClosedSheets(router: Router): void {
  const { location } = router.state;
  const sheets = sheetsOf(location.state);
  const steps = sheets.length - 1 - sheets.findLastIndex((id) => open.has(id));
  if (goingBack || steps === 0) return;
  if (isNavigating(router.state)) {
    // Going back would cancel the navigation in progress.
    const stop = router.subscribe((next) => {
      if (isNavigating(next)) return;
      stop();
      leaveClosedSheets(router);
    });
    return;
  }
  goingBack = new Promise((resolve) => {
    let target: Router['state']['location'] | undefined;
    const stop = router.subscribe((next) => {
      const to = next.navigation.location ?? next.location;
      if (to.pathname !== location.pathname || to.search !== location.search) target = to;
      if (next.historyAction !== 'POP' || next.location === location) return;
      stop();
      goingBack = undefined;
      resolve();
      const wanted = target;
      if (!wanted || wanted.key === next.location.key) return;
      // The user pressed a link while the step back was pending, and the step undid that navigation. Repeat it as soon
      // as the router has finished the step.
      const replace = sheetsOf(next.location.state).length > 0;
      setTimeout(() => router.navigate(wanted, { state: wanted.state, replace }));
    });
  });
  void router.navigate(-steps);
}

/** A navigation is in progress, or waits for an answer about unsaved input. */
function isNavigating({ navigation, blockers }: Router['state']): boolean {
  return (
    navigation.state !== 'idle' || [...blockers.values()].some(({ state }) => state !== 'unblocked')
  );
}

function addEntry(id: string, router: Router): void {
  const { location, navigation } = router.state;
  const sheets = sheetsOf(location.state);
  if (navigation.state !== 'idle' || sheets.includes(id)) return;
  void router.navigate(location, {
    state: { ...location.state, sheets: [...sheets, id], scrollKey: scrollKeyOf(location) },
    preventScrollReset: true,
  });
}

/** Ids of the sheets in a history entry, the topmost last. */
function sheetsOf(state: unknown): readonly string[] {
  const sheets: unknown = Object(state).sheets;
  return Array.isArray(sheets) ? sheets : [];
}
