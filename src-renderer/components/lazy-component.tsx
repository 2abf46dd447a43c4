import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { loadModule } from '#renderer/lib/requests/load-module.ts';
import { reloadForNewRelease } from '#renderer/lib/requests/reload.ts';
import { toast } from './messages/toast.ts';

const MIN_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 30_000;

interface Options {
  /** Fallback until the component is loaded. */
  waiting?: ReactNode;
  /** A page shows this when loading failed, while retries continue with backoff; it reloads as with `isEssential`. */
  Missing?: ComponentType<{ onRetry: () => void }>;
  /** The page does not work without it, so a failure reloads it, if the server responds and no sound plays. */
  isEssential?: boolean;
  /** Opened by a user action, so prefetched once the page is idle. */
  isOpenedByPress?: boolean;
}

interface LazyProps {
  /** Called when loading failed and there is no `Missing`. */
  onMissing?: () => void;
}

export type LazyComponent<Props extends object = object> = ComponentType<Props & LazyProps> & {
  /** Prefetches the component. */
  readonly load: () => Promise<void>;
};

const openedByPress: (() => Promise<void>)[] = [];

/** Prefetches the components that user actions open, so that they work offline. */
export function prefetchOpenedByPress(): void {
  for (const load of openedByPress) load().catch(() => {});
}

/**
 * A component in its own chunk, loaded when first rendered. Unlike `React.lazy`, it can retry after a failure, and once
 * loaded it renders synchronously, without Suspense.
 */
export function lazyComponent<Props extends object = object>(
  importComponent: () => Promise<ComponentType<Props>>,
  { waiting = null, Missing, isEssential = false, isOpenedByPress = false }: Options = {},
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;

  async function load(): Promise<void> {
    loaded ??= await loadModule(importComponent);
  }

  function Lazy(props: Props & LazyProps) {
    const [isLoaded, setLoaded] = useState(loaded !== undefined);
    const [failures, setFailures] = useState(0);
    // Set by "Try again", which agrees to a reload even while sound plays.
    const [isRequested, setRequested] = useState(false);
    const hasFailureHandler = props.onMissing !== undefined;
    const handleFailure = useEffectEvent(() => {
      setFailures(failures + 1);
      setRequested(false);
      if (isOpenedByPress) toast.error('This did not open. Check the connection and press again.');
      props.onMissing?.();
      // The server answers but the chunk is missing: a new release replaced it, or the browser cached the failure.
      const isPlaying = navigator.mediaSession?.playbackState === 'playing';
      const mayReload = isRequested || ((Missing || isEssential) && !isPlaying);
      if (mayReload) void reloadForNewRelease({ isRequested });
    });
    useEffect(() => {
      if (isLoaded) return;
      let isGone = false;
      const tryLoad = () =>
        load().then(
          () => isGone || setLoaded(true),
          () => isGone || handleFailure(),
        );
      const backoff = Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS);
      const isDue = failures === 0 || isRequested;
      if (isDue) void tryLoad();
      const timer = isDue || hasFailureHandler ? undefined : setTimeout(tryLoad, backoff);
      window.addEventListener('online', tryLoad);
      return () => {
        isGone = true;
        clearTimeout(timer);
        window.removeEventListener('online', tryLoad);
      };
    }, [isLoaded, failures, isRequested, hasFailureHandler]);

    if (loaded) {
      const Component = loaded;
      return <Component {...props} />;
    }
    return Missing && failures > 0 ? <Missing onRetry={() => setRequested(true)} /> : waiting;
  }

  if (isOpenedByPress) openedByPress.push(load);
  return Object.assign(Lazy, { load });
}
