import type { Session } from 'electron';
import { isOwnAddress } from './own-address.ts';

type Guarded = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setBluetoothPairingHandler'
>;

/** For reminders and for copying a link. Playback needs no permission. */
const DESKTOP_PERMISSIONS = ['notifications', 'clipboard-sanitized-write'];

interface PermissionOptions {
  session: Guarded;
  isKiosk: boolean;
  origin: () => string | undefined;
}

/** Denies every permission except `DESKTOP_PERMISSIONS`; a kiosk gets none. */
export function guardPermissions({ session, isKiosk, origin }: PermissionOptions): void {
  const allowed = isKiosk ? [] : DESKTOP_PERMISSIONS;
  const isGranted = (permission: string, address: string) => {
    const own = origin();
    return own !== undefined && allowed.includes(permission) && isOwnAddress(address, own);
  };
  session.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(isGranted(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isGranted(permission, requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
}
