import { lazyPart } from '#renderer/components/lazy-part.tsx';
import { AdminPage } from '#renderer/features/admin/admin-page.tsx';
import type { Previews } from '#renderer/features/admin/preview-slot.ts';
import { TrackPreview } from '#renderer/features/listening/track-preview.tsx';

/** What a mother sees is drawn by what draws it for her. */
const PREVIEWS: Previews = {
  Track: TrackPreview,
  landing: lazyPart(() =>
    import('#renderer/features/landing/landing-preview.tsx').then(
      (module) => module.LandingPreview,
    ),
  ),
};

export function AdminScreen() {
  return <AdminPage previews={PREVIEWS} />;
}
