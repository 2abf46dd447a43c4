import { LoadingWords } from '#renderer/components/skeleton.tsx';

const ROWS = 5;

/** Skeleton of the featured track and the list. */
export function TracksOnTheirWay() {
  return (
    <div className="two" aria-busy="true">
      <div className="featured waits">
        <i className="skel cover" />
        <span className="f-t sk-lines">
          <i className="skel" />
          <i className="skel" />
        </span>
        <span className="f-ctl">
          <i className="skel sk-disc" />
        </span>
        <span className="f-seek sk-lines">
          <i className="skel" />
        </span>
      </div>
      <div className="stack prefs-section">
        <LoadingWords>Loading tracks...</LoadingWords>
        <i className="skel sk-chips" />
        <div className="prefs">
          {[...Array(ROWS).keys()].map((at) => (
            <div className="pref" key={at}>
              <i />
              <i className="skel cover" />
              <span className="sk-lines">
                <i className="skel" />
                <i className="skel" />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
