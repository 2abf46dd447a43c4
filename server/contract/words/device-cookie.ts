/** The only cookie: marks a device on which someone has signed in. Named in the cookie policy. */
export const DEVICE_COOKIE = 'cradlesong-device';
