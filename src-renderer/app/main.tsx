// First, so that what a page adds comes after what it adds to.
import './styles.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { findRoute } from '#contract/words/routes.ts';
import { providePlayer } from '#renderer/data/player-port.ts';
import { desktopState } from '#renderer/lib/desktop.ts';
import { BrowserRouter } from '#renderer/lib/router.tsx';
import { startFollowingTheme } from '#renderer/lib/theme.ts';
import { App } from './app.tsx';
import { preloadNowPlaying } from './now-playing.tsx';
import { preload } from './preload.ts';

providePlayer(async () => {
  const [{ startPlayer }] = await Promise.all([
    import('#renderer/features/listening/start-player.ts'),
    // What stops the sound must be there before it.
    preloadNowPlaying(),
  ]);
  startPlayer();
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  startFollowingTheme();
  if (desktopState()?.isKiosk) {
    const [{ clearPage }, { startNightByClock }] = await Promise.all([
      import('#renderer/features/kiosks/clean-slate.ts'),
      import('#renderer/features/kiosks/night-by-clock.ts'),
    ]);
    await clearPage();
    startNightByClock();
    // What was rendered for everybody is not the page of a locked kiosk.
    root.replaceChildren();
  }
  // An address may say more than the server has heard, as that of a mailed link does.
  const { pathname, search, hash } = window.location;
  const isLiving = findRoute(pathname)?.living;
  if (isLiving && (search || hash)) root.replaceChildren();
  const early = isLiving ? import('#renderer/lib/early-presses.ts') : undefined;
  const isHere = await Promise.all([preload(pathname), early]).then(
    () => true,
    () => false,
  );
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
  if (!root.hasChildNodes()) createRoot(root).render(app);
  // A prerendered document is hydrated only when its page is here, so that nothing flashes; without
  // its script it still reads, and its links lead on.
  else if (isHere) hydrateRoot(root, app);
}

void start();
