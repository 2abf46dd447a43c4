import { useSetAtom } from 'jotai';
import { AttractPage } from '#renderer/features/kiosks/attract-page.tsx';
import { ClosedPage } from '#renderer/features/kiosks/closed-page.tsx';
import { categoryAtom } from '#renderer/features/tracks/library.atoms.ts';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { NotFoundPage } from '../not-found-page.tsx';

/** Shown only in a kiosk: no other device can promise that it keeps no user data. */
export function KioskScreen() {
  const setCategory = useSetAtom(categoryAtom);
  const desktop = useDesktopState();
  if (!desktop?.isKiosk) return <NotFoundPage />;
  const { closed } = desktop;
  return closed ? <ClosedPage opensAt={closed.opensAt} /> : <AttractPage onStage={setCategory} />;
}
