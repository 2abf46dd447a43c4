import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { AdminPage } from '#renderer/features/admin/admin-page.tsx';
import type { Previews } from '#renderer/features/admin/preview-slot.ts';
import { TrackPreview } from '#renderer/features/listening/player/track-preview.tsx';

/** Previews use the same components as the pages for users. */
const PREVIEWS: Previews = {
  Track: TrackPreview,
  Landing: lazyComponent(() =>
    import('#renderer/features/landing/landing-preview.tsx').then(
      (module) => module.LandingPreview,
    ),
  ),
};

export function AdminScreen() {
  return <AdminPage previews={PREVIEWS} />;
}
