import { Provider, useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { loadToaster, toast, toasterNeeded } from '#renderer/components/messages/toast.ts';
import { shortcutsSheetAtom } from '#renderer/data/shortcuts.ts';
import { usePerson } from '#renderer/lib/person.ts';
import { scrollKeyOf } from '#renderer/lib/scroll-key.ts';
import { replayEarlyInput } from './early-input.ts';
import { KioskGate } from './kiosk-gate.tsx';
import { NowPlaying } from './now-playing.tsx';
import { RouteEffects } from './route-effects.tsx';

/** Wraps every page, in the browser and on the server. */
export function Root() {
  useEffect(replayEarlyInput, []);
  const person = usePerson();
  return (
    <>
      <Pending />
      {/* A new person remounts every page, so that no form, list or ref of the previous one remains. */}
      <Provider key={person.number} store={person.store}>
        <KioskGate>
          <Outlet />
          <NowPlaying />
          <ShortcutsHelp />
        </KioskGate>
        <RouteEffects />
      </Provider>
      <ScrollRestoration getKey={scrollKeyOf} />
      <Messages />
    </>
  );
}

/** Outside of everything that remounts, so that a message survives a change of page or person. */
const Toaster = lazyComponent(() => loadToaster().then((module) => module.Toaster));

function Messages() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => void toasterNeeded.then(() => setNeeded(true)), []);
  return isNeeded ? <Toaster /> : null;
}

/** The time until the warning. The progress bar stops earlier. */
const SLOW_MS = 6_000;

/** Progress bar at the upper edge while the next page loads; the old page stays until then. */
function Pending() {
  const isPending = useNavigation().state !== 'idle';
  useEffect(() => {
    if (!isPending) return;
    // A request on a dead connection fails only after minutes.
    const warn = () => toast.info('This is still loading. Check the connection.');
    const timer = setTimeout(warn, SLOW_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isPending ? <i className="page-pending" aria-hidden="true" /> : null;
}

const ShortcutsSheet = lazyComponent(() =>
  import('#renderer/features/listening/shortcuts/shortcuts-sheet.tsx').then(
    (module) => module.ShortcutsSheet,
  ),
);

function ShortcutsHelp() {
  const [isOpen, setOpen] = useAtom(shortcutsSheetAtom);
  return isOpen ? <ShortcutsSheet onMissing={() => setOpen(false)} /> : null;
}
