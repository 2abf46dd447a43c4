import { useSetAtom } from 'jotai';
import { AttractPage } from '#renderer/features/kiosks/attract-page.tsx';
import { ClosedPage } from '#renderer/features/kiosks/closed-page.tsx';
import { categoryAtom } from '#renderer/features/tracks/library.atoms.ts';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { NotFoundPage } from '../not-found-page.tsx';

/** Kiosk only: nothing else can promise that no data is kept. */
export function KioskScreen() {
  const setCategory = useSetAtom(categoryAtom);
  const desktop = useDesktopState();
  if (!desktop?.isKiosk) return <NotFoundPage />;
  const { closed } = desktop;
  return closed ? <ClosedPage opensAt={closed.opensAt} /> : <AttractPage onStage={setCategory} />;
}
