import { type ComponentType, use } from 'react';
import { fetchFailedStyles } from '#renderer/lib/failed-styles.ts';

/** A component in a chunk of its own, which can be fetched before it is rendered. */
export interface LazyPart<Props = object> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly Component: ComponentType<Props>;
  /** It would be rendered at once. */
  readonly isLoaded: () => boolean;
}

/** Some pages bring it with them. */
interface ProvidablePart<Props> extends LazyPart<Props> {
  /** It is here, and is not asked for any more. */
  readonly provide: (part: ComponentType<Props>) => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** The chunk did not come: the network or the server is gone, or a new release has replaced it. */
export class PartMissingError extends Error {
  /** How long until the next try is due. */
  readonly pauseMs: number;
  /** Asks for it sooner, because somebody wishes it or the line is back. */
  readonly retry: () => Promise<unknown>;

  constructor(cause: unknown, next: { pauseMs: number; retry: () => Promise<unknown> }) {
    super('A part of the application did not load', { cause });
    this.pauseMs = next.pauseMs;
    this.retry = next.retry;
  }
}

/**
 * Unlike `React.lazy`, a part that has been loaded renders at once, without passing through
 * Suspense: so a prerendered page is hydrated in place, and a prefetched one appears in one frame.
 *
 * A part that cannot be fetched is asked for again in steps that grow to half a minute, whoever asks
 * and however often: React renders again and again what has failed, and each time asks for it.
 */
export function lazyPart<Props extends object = object>(
  importPart: () => Promise<ComponentType<Props>>,
): ProvidablePart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let failures = 0;
  let failedAt: number | undefined;
  const pauseMs = () => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

  async function fetchWhole(): Promise<ComponentType<Props>> {
    try {
      const [part] = await Promise.all([importPart(), fetchFailedStyles()]);
      loaded = part;
      return part;
    } catch (cause) {
      failures += 1;
      failedAt = performance.now();
      throw new PartMissingError(cause, {
        pauseMs: pauseMs(),
        retry: () => loadAfter(FIRST_PAUSE_MS),
      });
    }
  }

  /** What failed less long ago is not asked for again: the last answer still counts. */
  function loadAfter(pause: number): Promise<ComponentType<Props>> {
    const isDue = failedAt !== undefined && performance.now() >= failedAt + pause;
    if (loading && !isDue) return loading;
    failedAt = undefined;
    loading = fetchWhole();
    return loading;
  }

  const load = () => loadAfter(pauseMs());
  function Component(props: Props) {
    const Part = loaded ?? use(load());
    return <Part {...props} />;
  }
  function provide(part: ComponentType<Props>): void {
    loaded = part;
    loading = Promise.resolve(part);
    failedAt = undefined;
  }
  return { load, provide, Component, isLoaded: () => loaded !== undefined };
}

/** For what is in the first script anyway, and stands among lazy parts. */
export function readyPart<Props = object>(Component: ComponentType<Props>): LazyPart<Props> {
  return { load: async () => Component, Component, isLoaded: () => true };
}
