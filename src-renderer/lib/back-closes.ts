import { followLayers, layers } from './layers.ts';

/** Under which name an entry of the history says how many layers lie over its page. */
const DEPTH = 'layers';
/** Long after any browser has moved within a document. */
const GIVE_UP_MS = 1_000;

let depth = 0;
let travel: { steps: number; hasMoved: boolean } | undefined;
let push: History['pushState'];

/**
 * Back closes what lies over the page and not the page. Started once.
 * Each open layer has an entry of its own in the history, at the address of its page; whatever else
 * closes it takes the entry away again, and a link inside it takes the entry's place. An entry whose
 * layer is gone (a reload, Forward) is stepped back from.
 */
export function startBackCloses(): void {
  push = window.history.pushState.bind(window.history);
  const replace = window.history.replaceState.bind(window.history);
  window.history.pushState = (state, unused, url) => {
    if (travel) travel.hasMoved = true;
    if (!travel && depth === 0) return push(state, unused, url);
    setDepth(0);
    return replace(state, unused, url);
  };
  window.history.replaceState = (state, unused, url) => {
    if (travel) travel.hasMoved = true;
    return replace(depth > 0 ? { ...state, [DEPTH]: depth } : state, unused, url);
  };
  // Before the router hears of it.
  window.addEventListener('popstate', handleMove, { capture: true });
  setDepth(depthOf(window.history.state));
  followLayers(settle);
}

function handleMove(event: PopStateEvent): void {
  const ended = travel;
  travel = undefined;
  setDepth(depthOf(event.state));
  if (ended?.hasMoved) {
    // She went on before we were back, and the page she went to stands where the layer was.
    event.stopImmediatePropagation();
    window.history.go(ended.steps);
    return;
  }
  if (!ended) for (const layer of layers.slice(depth).reverse()) layer.close();
  // After the page has followed.
  setTimeout(settle);
}

/** As many entries as there are layers. */
function settle(): void {
  if (travel) return;
  const steps = depth - layers.length;
  if (steps > 0) {
    const started = { steps, hasMoved: false };
    travel = started;
    window.history.go(-steps);
    // Where there is nothing to go back to, nothing answers.
    setTimeout(() => {
      if (travel === started) travel = undefined;
    }, GIVE_UP_MS);
  }
  while (depth < layers.length) {
    setDepth(depth + 1);
    push({ ...window.history.state, [DEPTH]: depth }, '');
  }
}

/** Coming back to its own page must not move it, wherever it was scrolled to meanwhile. */
function setDepth(next: number): void {
  depth = next;
  if (depth > 0) window.history.scrollRestoration = 'manual';
  // Only after the browser has come back: before, it would still move the page.
  else requestAnimationFrame(() => requestAnimationFrame(restoreAgain));
}

function restoreAgain(): void {
  if (depth === 0) window.history.scrollRestoration = 'auto';
}

function depthOf(state: unknown): number {
  const kept: unknown = Object(state)[DEPTH];
  return typeof kept === 'number' ? kept : 0;
}
