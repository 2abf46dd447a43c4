/** A step by Back or Forward whose page is ours to bring. */
export interface Return {
  /** The page stands: the browser puts its scroll back now. */
  readonly stands: () => void;
}

let foreseen: Return | undefined;

/**
 * From now on a return that is wanted can be taken before its page is shown, and the browser waits with its scroll
 * until then. In engines without the Navigation API, and after a swipe that has shown the way back already, none is.
 */
export function foreseeReturns(isWanted: (path: string) => boolean): void {
  if (!('navigation' in window)) return;
  window.navigation.addEventListener('navigate', (event) => {
    foreseen = undefined;
    const { destination, navigationType, canIntercept, hasUAVisualTransition, signal } = event;
    const isReturn = navigationType === 'traverse' && destination.sameDocument && canIntercept;
    if (!isReturn || hasUAVisualTransition || !isWanted(new URL(destination.url).pathname)) return;
    const isThere = new Promise<void>((resolve) => {
      foreseen = {
        stands() {
          if (!signal.aborted) event.scroll();
          resolve();
        },
      };
    });
    event.intercept({ focusReset: 'manual', handler: () => isThere });
  });
}

/** The return that the history has just made, if it was foreseen. */
export function takeReturn(): Return | undefined {
  const taken = foreseen;
  foreseen = undefined;
  return taken;
}
