import { AdminPage } from '#renderer/features/admin/admin-page.tsx';
import { TrackPreview } from '#renderer/features/listening/track-preview.tsx';

/** What a mother sees is drawn by what draws it for her. */
export function AdminScreen() {
  return <AdminPage preview={TrackPreview} />;
}
