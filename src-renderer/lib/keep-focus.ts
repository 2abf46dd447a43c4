const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** What stands in a row of its like: when one goes, the next takes its place. */
const ROW = 'li, tr, article';
/** What comes and goes by itself: after it, one goes on where one was. */
const PASSING = '.toast-host';

interface Loss {
  readonly removed: Node;
  readonly target: Node;
  readonly next: Node | null;
  readonly previous: Node | null;
}

/**
 * The focus is never lost. When what has it is taken out of the page, it goes to the same thing of the
 * neighbour, or else to the heading; where somebody puts it elsewhere by intent, that stands. What is
 * only moved within the page, as a row in a list, gets it back. Started once.
 */
export function startKeepingFocus(): void {
  const now = document.activeElement;
  let last = now instanceof HTMLElement && !isLost() ? now : undefined;
  let before: HTMLElement | undefined;
  let loss: Loss | undefined;

  const handleFocus = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const hasEntered = target.closest(PASSING) && !isIn(relatedTarget, PASSING);
    if (hasEntered && relatedTarget instanceof HTMLElement) before = relatedTarget;
    last = target;
    loss = undefined;
  };
  // A press beside everything means it: then there is nothing to keep.
  const handleBlur = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (!loss && target === last && last?.isConnected && isLost()) last = undefined;
    });

  const restore = () => {
    if (!loss || !last || !isLost()) return;
    const passed = isIn(loss.target, PASSING) ? before : undefined;
    const goal = [last, passed].find((one) => one && isShown(one)) ?? neighbour(loss, last);
    if (goal) goal.focus({ preventScroll: goal === last });
    else focusHeading();
  };
  const observer = new MutationObserver((records) => {
    if (!last || !isLost()) return;
    const record = records.findLast(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(last ?? null)),
    );
    const removed = record && [...record.removedNodes].find((node) => node.contains(last ?? null));
    if (record && removed) {
      const { target, nextSibling, previousSibling } = record;
      loss = { removed, target, next: nextSibling, previous: previousSibling };
    }
    // Later than whoever knows better, such as a dialog that gives it back to what opened it.
    if (loss) requestAnimationFrame(() => setTimeout(restore));
  });

  document.addEventListener('focusin', handleFocus);
  document.addEventListener('focusout', handleBlur);
  observer.observe(document.body, { childList: true, subtree: true });
}

function neighbour({ removed, next, previous }: Loss, last: HTMLElement): HTMLElement | undefined {
  if (!(removed instanceof HTMLElement && removed.matches(ROW))) return undefined;
  const row = [next, previous].find((one) => one instanceof HTMLElement && one.matches(ROW));
  if (!(row instanceof HTMLElement)) return undefined;
  const stops = [...row.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isShown);
  const alike = stops.filter((one) => one.tagName === last.tagName);
  return (
    alike.find((one) => one.className === last.className) ??
    // A heart that was let go looks otherwise than one that is not.
    alike.find((one) => one.classList[0] === last.classList[0]) ??
    stops[0]
  );
}

function focusHeading(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (heading && heading !== main) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
}

function isIn(node: EventTarget | null, selector: string): boolean {
  return node instanceof Element && node.closest(selector) !== null;
}

function isShown(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
