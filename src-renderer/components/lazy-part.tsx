import { type ComponentType, use } from 'react';

/** A component in a chunk of its own, which can be fetched before it is rendered. */
export interface LazyPart {
  readonly load: () => Promise<ComponentType>;
  readonly Component: ComponentType;
}

/** The chunk did not come: the network is gone, or a new release has replaced it. */
export class PartMissingError extends Error {}

/**
 * Unlike `React.lazy`, a part that has been loaded renders at once, without passing through
 * Suspense: so a prerendered page is hydrated in place, and a prefetched one appears in one frame.
 */
export function lazyPart(importPart: () => Promise<ComponentType>): LazyPart {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  const load = () => {
    loading ??= importPart().then(
      (part) => {
        loaded = part;
        return part;
      },
      (error: unknown) => {
        // The next attempt asks the network again.
        loading = undefined;
        throw new PartMissingError('A part of the application did not load', { cause: error });
      },
    );
    return loading;
  };
  function Component() {
    const Part = loaded ?? use(load());
    return <Part />;
  }
  return { load, Component };
}

/** For what is in the first script anyway, and stands among lazy parts. */
export function readyPart(Component: ComponentType): LazyPart {
  return { load: async () => Component, Component };
}
