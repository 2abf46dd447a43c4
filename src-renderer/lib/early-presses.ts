import type { Early } from './page-alive.ts';

/** Later than this, what a button does would come out of nowhere; until then index.html shows it as busy. */
const STILL_MEANT_MS = 8_000;

// The page has been taken over: its fields and buttons hear what they have missed.
addEventListener('alive', ({ detail }) => giveBack(detail), { once: true });

function giveBack({ typed, button, at = 0 }: Early): void {
  for (const [field, value] of typed) type(field, value);
  // After the page has taken in what was typed: a form sends what it knows.
  if (button && performance.now() - at < STILL_MEANT_MS) setTimeout(() => button.click());
}

/** As a browser would: React asks whether the value is another than the one it knows. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = '';
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
