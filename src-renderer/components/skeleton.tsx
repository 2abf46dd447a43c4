import { AFTER_WAITING_MS, useAnnounced } from '#renderer/lib/hooks/use-announced.ts';

/** Shown at once, announced only if loading takes longer. */
export function LoadingText({ children }: { children: string }) {
  useAnnounced(children, { afterMs: AFTER_WAITING_MS });
  return <p className="small quiet">{children}</p>;
}

/** Placeholder of a list that is loading. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      <LoadingText>Loading...</LoadingText>
      {[...Array(rows).keys()].map((row) => (
        <div className="skeleton-row" key={row} aria-hidden="true">
          <i className="skeleton skeleton-art" />
          <span className="skeleton-lines">
            <i className="skeleton" />
            <i className="skeleton" />
            <i className="skeleton" />
          </span>
        </div>
      ))}
    </div>
  );
}
