import { atom, useSetAtom } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { BrokenPage } from '#renderer/components/messages/broken-page.tsx';
import { useIsPhone } from '#renderer/lib/hooks/use-breakpoint.ts';

/** True when the page failed to load: a broken player has no controls, so the now-playing bar must show. */
export const isPageBrokenAtom = atom(false);

/** Error boundary of a route. The router renders the page again after revalidation. */
export function ErrorPage() {
  const { revalidate } = useRevalidator();
  useReportBroken();
  return <BrokenPage onRetry={() => void revalidate()} />;
}

/** Replaces a player that failed to load; navigation and audio controls stay available. */
export function BrokenPlayer({ onRetry }: { onRetry: () => void }) {
  const isPhone = useIsPhone();
  useReportBroken();
  return (
    <>
      <div className="app">
        <BrokenPage onRetry={onRetry} />
      </div>
      {isPhone ? <LoadedTabBar /> : null}
    </>
  );
}

/** An earlier page has usually loaded the bar. Avoids `loadModule`, which would wait for the player's style sheet. */
function LoadedTabBar() {
  const [TabBar, setTabBar] = useState<ComponentType>();
  useEffect(() => {
    import('./frame/tab-bar.tsx').then(
      (module) => setTabBar(() => module.TabBar),
      () => {},
    );
  }, []);
  return TabBar ? <TabBar /> : null;
}

function useReportBroken(): void {
  const report = useSetAtom(isPageBrokenAtom);
  useEffect(() => {
    report(true);
    return () => report(false);
  }, [report]);
}
