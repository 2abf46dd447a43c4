import { Link } from '#renderer/components/link.tsx';

/** The second item of the home screen, so that it is found quickly. */
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
