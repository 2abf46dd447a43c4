// First, so that what a page adds comes after what it adds to.
import './styles.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { providePlayer } from '#renderer/data/player-port.ts';
import { desktopState } from '#renderer/lib/desktop.ts';
import { forgetTheme } from '#renderer/lib/theme.ts';
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
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
  if (desktopState()?.isKiosk) {
    const { clearPage } = await import('#renderer/features/kiosks/clean-slate.ts');
    await clearPage();
    forgetTheme();
  }
  const isHere = await preload(window.location.pathname).then(
    () => true,
    () => false,
  );
  if (!root.hasChildNodes()) createRoot(root).render(app);
  // A prerendered document is hydrated only when its page is here, so that nothing flashes; without
  // its script it still reads, and its links lead on.
  else if (isHere) hydrateRoot(root, app);
}

void start();
