import { aloud } from './aloud.ts';

/** A deed, what comes of it and the page it leads to are one sentence. */
const ONE_DEED_MS = 300;

/** Then it has been read, and whoever goes through the page by hand must not come upon what is no longer so. */
const READ_MS = 10_000;

/** The one place of the page that is read aloud by itself. Started once. */
export function startAnnouncing(): void {
  const place = document.createElement('p');
  place.id = 'said';
  place.className = 'sr';
  place.role = 'status';
  // A dialog hides the page beside it, but not what says so.
  place.ariaLive = 'polite';
  document.body.append(place);

  const waiting = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout>;
  const say = () => {
    place.textContent = [...waiting.values()].join(' · ');
    waiting.clear();
    timer = setTimeout(() => {
      place.textContent = '';
    }, READ_MS);
  };
  aloud.say = (sentence, about) => {
    waiting.delete(about);
    if (!sentence) return;
    waiting.set(about, sentence);
    // So that the same words, said again, are news.
    place.textContent = '';
    clearTimeout(timer);
    timer = setTimeout(say, ONE_DEED_MS);
  };
}
