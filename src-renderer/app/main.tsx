// First, so that what a page adds comes after what it adds to.
import './styles.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { providePlayer } from '#renderer/lib/player-port.ts';
import { App } from './app.tsx';
import { preload } from './preload.ts';

const RELOADED_KEY = 'cradlesong-reloaded';

/** After a new release the chunks of the old one are gone: the document is fetched anew, but only once. */
window.addEventListener('vite:preloadError', (event) => {
  // Without a connection a new document would be the browser's error page; the old one says it better.
  if (!navigator.onLine || sessionStorage.getItem(RELOADED_KEY)) return;
  sessionStorage.setItem(RELOADED_KEY, 'yes');
  event.preventDefault();
  window.location.reload();
});

providePlayer(() =>
  import('#renderer/features/player/start-player.ts').then(({ startPlayer }) => void startPlayer()),
);

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
  // A prerendered document is hydrated only when its page is here, so that nothing flashes.
  await preload(window.location.pathname).catch(() => {});
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
