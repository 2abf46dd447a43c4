import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { provideSteps } from '#renderer/lib/router.tsx';
import { horizonBelow, landBefore, stayAbove, takeLandAway } from './behind-the-land.ts';
import { foreseeReturns, type Return, takeReturn } from './foreseen-return.ts';
import { isPreloaded, preload } from './preload.ts';

/**
 * What of the page that is left becomes what of the next one: its light, or a picture that opens
 * (docs/decisions/0210).
 */
interface Carried {
  readonly name: 'light' | 'picture';
  readonly element: HTMLElement;
}

const FADE = { duration: 320, easing: 'cubic-bezier(0.3, 0.1, 0.2, 1)' };
/** A picture in a list, beside whatever there leads to its player. */
const CARDS = '.track, .p-queue li';

let pressed: Element | undefined;
let latest: ViewTransition | undefined;
const named = new Set<HTMLElement>();

/** From now on a step from or to a player, or to labour mode, takes the light along. */
export function startCarryingLight(): void {
  const remember = ({ target }: Event) => {
    pressed = target instanceof Element ? target : undefined;
  };
  document.addEventListener('click', remember, { capture: true });
  provideSteps((show, isReturn) => {
    const path = window.location.pathname;
    const back = isReturn ? takeReturn() : undefined;
    const carried = isReturn ? back && leaving(path, cardOf(path)) : leaving(path, cardAround());
    pressed = undefined;
    if (carried) void carry(carried, path, show, back);
    // What is here comes in the turn of the press, and not after whatever else waits.
    else if (!isReturn && isPreloaded(path)) show();
    else startTransition(show);
  });
  if (!('startViewTransition' in document)) return;
  foreseeReturns((path) => leaving(path, cardOf(path)) !== undefined);
}

async function carry(carried: Carried, path: string, show: () => void, back?: Return) {
  // What is still on its way is shown when it comes, and nothing waits for it.
  if (!(await isHere(path))) {
    startTransition(show);
    return back?.stands();
  }
  if (!('startViewTransition' in document)) return fadeIn(show);
  unnameAll();
  document.documentElement.classList.add('carrying');
  name(carried.element, carried.name);
  name(document.querySelector('.p-top'), 'above');
  if (carried.name === 'light') name(landBefore(carried.element), 'land');
  const from = carried.element.getBoundingClientRect();
  let horizon = horizonBelow(carried.element);
  let to: DOMRect | undefined;
  const step = document.startViewTransition(async () => {
    unnameAll();
    // She went on before the old page was photographed: that page may not be here yet.
    if (window.location.pathname !== path) {
      startTransition(show);
      return back?.stands();
    }
    flushSync(show);
    back?.stands();
    // The bar comes in a turn of its own.
    await new Promise((resolve) => setTimeout(resolve));
    const arrived = arriving(carried.name);
    name(arrived, carried.name);
    name(document.querySelector('.p-top'), 'above');
    if (arrived && carried.name === 'light') name(landBefore(arrived), 'land');
    to = arrived?.getBoundingClientRect();
    horizon ??= arrived ? horizonBelow(arrived) : undefined;
  });
  latest = step;
  // Skipped, as in a window that nobody sees: the step is made all the same.
  step.ready.then(
    () => horizon !== undefined && to && stayAbove(horizon, [from, to], FADE),
    () => {},
  );
  await step.finished.catch(() => {});
  if (latest !== step) return;
  unnameAll();
  document.documentElement.classList.remove('carrying');
}

/** Where a browser has no view transitions, the next page comes up on its own ground. */
function fadeIn(show: () => void): void {
  flushSync(show);
  for (const part of document.getElementById('main')?.children ?? []) {
    part.animate({ opacity: [0.2, 1] }, FADE);
  }
}

function leaving(path: string, card: Element | null | undefined): Carried | undefined {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  if (path.startsWith('/player/') && card) return seen('picture', card.querySelector('.cover'));
  const from = document.querySelector('.player, .lab');
  if (from) return path.startsWith('/player/') ? undefined : seen('light', lightIn(from));
  const ember = pressed?.closest('.labour-link')?.querySelector('.ember');
  if (path === '/labour') return seen('light', ember ?? disc());
  if (!path.startsWith('/player/')) return undefined;
  return seen('light', sun()) ?? seen('light', disc());
}

function arriving(kind: Carried['name']): Element | null {
  if (kind === 'picture') return document.querySelector('.p-frame');
  const next = document.querySelector('.player, .lab');
  return next ? lightIn(next) : (seen('light', sun())?.element ?? disc());
}

/** The card in which she has just pressed something. */
const cardAround = () => pressed?.closest(CARDS);
/** The one that leads to this player. */
const cardOf = (path: string) =>
  document.querySelector(`:is(${CARDS}) a[href="${path}"]`)?.closest(CARDS);

const lightIn = (screen: Element) => screen.querySelector('.p-light, .ring');
/** Of the landing page, and of the first screen of a kiosk. */
const sun = () => document.querySelector('.orb-place .orb');
const disc = () => document.querySelector('.now .disc');

function seen(kind: Carried['name'], element: Element | null): Carried | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight ? { name: kind, element } : undefined;
}

function name(element: Element | null, kind: Carried['name'] | 'above' | 'land'): void {
  if (!(element instanceof HTMLElement)) return;
  element.style.viewTransitionName = kind;
  named.add(element);
}

function unnameAll(): void {
  for (const element of named) element.style.viewTransitionName = '';
  takeLandAway();
  named.clear();
}

/** Its screen has been fetched, and can be shown in one go. */
function isHere(path: string): Promise<boolean> {
  const here = preload(path).then(
    () => true,
    () => false,
  );
  const now = new Promise<boolean>((resolve) => setTimeout(resolve, 0, false));
  return Promise.race([here, now]);
}
