/** A string or a serialised pattern. */
export interface TextPattern {
  text: string;
  /** The flags of a pattern; without them it is plain text. */
  flags?: string;
  isExact?: boolean;
}

/** The path to an element, step by step, like Playwright's locators. */
export type Step =
  | { by: 'css'; selector: string }
  | { by: 'role'; role: string; name?: TextPattern; level?: number }
  | { by: 'label' | 'text'; wanted: TextPattern }
  | { by: 'having'; text?: TextPattern; steps?: readonly Step[] }
  | { by: 'first' };

type Query = (
  root: HTMLElement,
  wanted: string | RegExp,
  options?: Record<string, unknown>,
) => HTMLElement[];

/** The subset used here; the page gets the real `@testing-library/dom`. */
interface TestingLibrary {
  queryAllByRole: Query;
  queryAllByLabelText: Query;
  queryAllByText: Query;
}

export interface Finder {
  find(steps: readonly Step[]): HTMLElement[];
  /** The point to press once the element stops moving, or the reason why it cannot be pressed yet. */
  aim(steps: readonly Step[]): Promise<{ x: number; y: number } | string>;
  isShown(element: Element): boolean;
  errors: string[];
}

/** Runs in the page, so it must not refer to anything outside this function. */
export function createFinder(library: TestingLibrary): Finder {
  const patternOf = ({ text, flags, isExact }: TextPattern): RegExp => {
    if (flags !== undefined) return new RegExp(text, flags);
    const plain = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return isExact ? new RegExp(`^${plain}$`) : new RegExp(plain, 'i');
  };
  const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const queries = { label: library.queryAllByLabelText, text: library.queryAllByText };

  const within = (root: HTMLElement, step: Step): HTMLElement[] => {
    if (step.by === 'css') return [...root.querySelectorAll<HTMLElement>(step.selector)];
    if (step.by === 'role') {
      const { role, name, level } = step;
      const options = { ...(name && { name: patternOf(name) }), ...(level && { level }) };
      return library.queryAllByRole(root, role, options);
    }
    if (step.by === 'label' || step.by === 'text')
      return queries[step.by](root, patternOf(step.wanted));
    return [];
  };
  const walk = (from: HTMLElement[], steps: readonly Step[]): HTMLElement[] =>
    steps.reduce((found, step) => {
      if (step.by === 'first') return found.slice(0, 1);
      if (step.by !== 'having') return [...new Set(found.flatMap((root) => within(root, step)))];
      const { text, steps: inner } = step;
      return found.filter(
        (element) =>
          (!text || patternOf(text).test(textOf(element))) &&
          (!inner || walk([element], inner).length > 0),
      );
    }, from);

  const isShown = (element: Element) =>
    element.isConnected &&
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible';
  const find = (steps: readonly Step[]) => walk([document.body], steps);

  const nextFrame = () => new Promise(requestAnimationFrame);

  const errors: string[] = [];
  addEventListener('error', ({ message }) => errors.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(`unhandled: ${reason}`));
  return {
    find,
    isShown,
    errors,
    async aim(steps) {
      const [element, second] = find(steps);
      if (!element) return 'it is not there';
      if (second) return 'there are several';
      if (!isShown(element)) return 'it is not shown';
      if (element.matches(':disabled')) return 'it is disabled';
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const before = element.getBoundingClientRect();
      await nextFrame();
      await nextFrame();
      const { x, y, width, height } = element.getBoundingClientRect();
      if (x !== before.x || y !== before.y) return 'it moves';
      const at = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
      const hit = document.elementFromPoint(at.x, at.y);
      const isHit = hit && (element.contains(hit) || hit.closest('label')?.contains(element));
      return isHit ? at : `it is covered by ${hit?.outerHTML.slice(0, 120)}`;
    },
  };
}
