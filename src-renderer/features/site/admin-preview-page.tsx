import { PageHead } from '#renderer/components/page-head.tsx';
import './admin-preview.css';

/** Fixed sample data, as specified; not the admin area's data. */
const stats = [
  { label: 'Total Tracks', value: 3 },
  { label: 'Favorited Items', value: 12 },
];
const tracks = [
  { title: 'Morning Meditation', duration: '15 min', access: 'Free', status: 'Active' },
  { title: 'Evening Relaxation', duration: '20 min', access: 'Premium', status: 'Active' },
  { title: 'Deep Sleep Guide', duration: '30 min', access: 'Premium', status: 'Disabled' },
];

export function AdminPreviewPage() {
  return (
    <main id="main" tabIndex={-1} className="wrap admin-preview">
      <PageHead title="Admin Preview" backTo="/admin" />
      <p className="lede">A preview of the admin area, with sample data.</p>
      <dl className="admin-preview-stats">
        {stats.map(({ label, value }) => (
          <div key={label}>
            <dt className="small quiet">{label}</dt>
            <dd className="tabular-numbers">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="admin-preview-table">
        <table>
          <caption className="visually-hidden">Sample tracks</caption>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Duration</th>
              <th scope="col">Access</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {tracks.map(({ title, duration, access, status }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td className="tabular-numbers">{duration}</td>
                <td>{access}</td>
                <td>{status}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </main>
  );
}
