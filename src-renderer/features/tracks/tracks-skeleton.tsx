import { LoadingText } from '#renderer/components/skeleton.tsx';

const ROWS = 5;

/** Skeleton of the featured track and the list. */
export function TracksSkeleton() {
  return (
    <div className="featured-and-list" aria-busy="true">
      <div className="featured waits">
        <i className="skeleton cover" />
        <span className="featured-text skeleton-lines">
          <i className="skeleton" />
          <i className="skeleton" />
        </span>
        <span className="featured-controls">
          <i className="skeleton skeleton-play" />
        </span>
        <span className="featured-seek skeleton-lines">
          <i className="skeleton" />
        </span>
      </div>
      <div className="stack preferences-section">
        <LoadingText>Loading tracks...</LoadingText>
        <i className="skeleton skeleton-chips" />
        <div className="preferences">
          {[...Array(ROWS).keys()].map((at) => (
            <div className="preference" key={at}>
              <i />
              <i className="skeleton cover" />
              <span className="skeleton-lines">
                <i className="skeleton" />
                <i className="skeleton" />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
