import { useDesktopState } from './desktop.ts';
import { useUser } from './session.ts';

/** Whether pages offer sign-in and features that need an account: always, except to a kiosk's guest. */
export function useOffersAccount(): boolean {
  const user = useUser();
  const isKiosk = useDesktopState()?.isKiosk === true;
  return !isKiosk || Boolean(user);
}
