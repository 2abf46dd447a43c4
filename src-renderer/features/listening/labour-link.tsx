import { Link } from '#renderer/lib/router.tsx';

/** Second on the home screen, because it is needed first when it is needed. */
export function LabourLink() {
  return (
    <Link className="labour-link labour" to="/labour">
      <i className="ember" aria-hidden="true" />
      <span>
        <b>Labour mode</b>
        <small>Dark screen, three large controls</small>
      </span>
    </Link>
  );
}
