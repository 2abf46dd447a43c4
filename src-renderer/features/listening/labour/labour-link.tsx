import { Link } from '#renderer/components/link.tsx';

/** Second on the home screen, so that it is found quickly. */
export function LabourLink() {
  return (
    <Link className="labour-link labour" to="/labour">
      <i className="ember" aria-hidden="true" />
      <span>
        <b>Labour mode</b>
        <small>A dark screen with three big buttons</small>
      </span>
    </Link>
  );
}
