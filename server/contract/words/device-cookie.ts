/** The only cookie: the mark of a device on which somebody has signed in. The cookie policy names it. */
export const DEVICE_COOKIE = 'cradlesong-device';
