export type KeyCommand =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'stepBack'
  | 'stepForward'
  | 'next'
  | 'previous'
  | 'mute'
  | 'help';

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
  j: 'back',
  l: 'forward',
  n: 'next',
  p: 'previous',
  m: 'mute',
  '?': 'help',
};
const ARROWS: Partial<Record<string, KeyCommand>> = {
  ArrowLeft: 'stepBack',
  ArrowRight: 'stepForward',
};
/** Commands that repeat while the key is held. */
const REPEATED: readonly KeyCommand[] = ['back', 'forward', 'stepBack', 'stepForward'];

const FIELDS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="searchbox"], input:not([type="range"], [type="checkbox"], [type="radio"], [type="button"], [type="submit"])';
/** Overlays that handle keys themselves; in a menu, for example, letters move the focus. */
const ABOVE =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="menubar"], [role="listbox"]';
const OWN_ARROWS =
  'input, audio, video, [role="slider"], [role="tablist"], [role="radiogroup"], [role="toolbar"], [role="grid"], [role="tree"], [aria-roledescription="sortable"], table';
const PRESSED_BY_SPACE =
  'a[href], button, summary, input, audio, video, [role="button"], [role="switch"], [role="tab"], [role="checkbox"], [role="option"], [aria-roledescription="sortable"]';

export interface KeyPress {
  readonly key: string;
  readonly target: EventTarget | null;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly defaultPrevented: boolean;
}

interface KeyPlace {
  readonly pathname: string;
  /** The page can scroll further, so Space scrolls. */
  readonly canScroll: boolean;
}

/** The player command for a key, or null when the key belongs to something else. */
export function keyCommand(press: KeyPress, place: KeyPlace): KeyCommand | null {
  const { key, target, repeat } = press;
  if (press.defaultPrevented || press.isComposing) return null;
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (/^\/admin(\/|$|-)/.test(place.pathname)) return null;
  if (isWithin(target, FIELDS) || isWithin(target, ABOVE)) return null;
  if (press.shiftKey && key !== '?') return null;
  const command = commandOf(key, target, place);
  if (command === null || (repeat && !REPEATED.includes(command))) return null;
  // Labour mode opens no dialogs and has no visible mute state.
  const isDark = place.pathname === '/labour';
  return isDark && (command === 'help' || command === 'mute') ? null : command;
}

function commandOf(key: string, target: EventTarget | null, place: KeyPlace): KeyCommand | null {
  if (key === ' ') {
    const isFree = isPlayerPage(place.pathname) || !place.canScroll;
    return isFree && !isWithin(target, PRESSED_BY_SPACE) ? 'toggle' : null;
  }
  const arrow = ARROWS[key];
  if (arrow) return isWithin(target, OWN_ARROWS) ? null : arrow;
  return LETTERS[key.toLowerCase()] ?? null;
}

function isPlayerPage(pathname: string): boolean {
  return pathname.startsWith('/player/') || pathname === '/labour';
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
