import { SKIP_SECONDS } from '#renderer/data/playback.ts';

/** A number skips that many seconds. */
export type KeyCommand = 'toggle' | 'next' | 'previous' | 'mute' | 'help' | number;

const STEP_SECONDS = 5;

/** Help texts for the keys, in this order. */
export const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Space', 'K'], 'Play or pause'],
  [['J'], 'Back 10 seconds'],
  [['L'], 'Forward 10 seconds'],
  [['←', '→'], 'Back or forward 5 seconds'],
  [['N'], 'Next track'],
  [['P'], 'Previous track'],
  [['M'], 'Sound off or on'],
  [['?'], 'This list'],
];

const LETTERS: Partial<Record<string, KeyCommand>> = {
  k: 'toggle',
  j: -SKIP_SECONDS,
  l: SKIP_SECONDS,
  n: 'next',
  p: 'previous',
  m: 'mute',
  '?': 'help',
};
const ARROWS: Partial<Record<string, KeyCommand>> = {
  ArrowLeft: -STEP_SECONDS,
  ArrowRight: STEP_SECONDS,
};

const TEXT_FIELDS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="searchbox"], input:not([type="range"], [type="checkbox"], [type="radio"], [type="button"], [type="submit"])';
/** Overlays that handle keys themselves: in a menu, for example, letters move the focus. */
const OVERLAYS =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="menubar"], [role="listbox"]';
const HANDLES_ARROWS =
  'input, audio, video, [role="slider"], [role="tablist"], [role="radiogroup"], [role="toolbar"], [role="grid"], [role="tree"], [aria-roledescription="sortable"], table';
const HANDLES_SPACE =
  'a[href], button, summary, input, audio, video, [role="button"], [role="switch"], [role="tab"], [role="checkbox"], [role="option"], [aria-roledescription="sortable"]';

type Modifiers = 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey';
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'target' | 'repeat' | 'isComposing' | 'defaultPrevented' | Modifiers
>;

interface PageState {
  readonly pathname: string;
  /** Space scrolls a page that can scroll. */
  readonly canScroll: boolean;
}

/** The player command for a key; null if the focused element or the page needs the key. */
export function keyCommand(press: KeyPress, page: PageState): KeyCommand | null {
  const { key, target, repeat } = press;
  if (press.defaultPrevented || press.isComposing) return null;
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (/^\/admin(\/|$|-)/.test(page.pathname)) return null;
  if (isWithin(target, TEXT_FIELDS) || isWithin(target, OVERLAYS)) return null;
  if (press.shiftKey && key !== '?') return null;
  const command = commandOf(key, target, page);
  // Only a skip repeats while the key is held.
  if (command === null || (repeat && typeof command !== 'number')) return null;
  // Labour mode opens no dialogs and has no visible mute state.
  const isLabour = page.pathname === '/labour';
  return isLabour && (command === 'help' || command === 'mute') ? null : command;
}

function commandOf(key: string, target: EventTarget | null, page: PageState): KeyCommand | null {
  if (key === ' ') {
    const isFree = isPlayerPage(page.pathname) || !page.canScroll;
    return isFree && !isWithin(target, HANDLES_SPACE) ? 'toggle' : null;
  }
  const arrow = ARROWS[key];
  if (arrow) return isWithin(target, HANDLES_ARROWS) ? null : arrow;
  return LETTERS[key.toLowerCase()] ?? null;
}

function isPlayerPage(pathname: string): boolean {
  return pathname.startsWith('/player/') || pathname === '/labour';
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
