/** Marks a device on which someone has signed in. The cookie policy names both cookies. */
export const DEVICE_COOKIE = 'cradlesong-device';
/** Keeps an admin signed in on a machine where they chose so. */
export const ADMIN_COOKIE = 'cradlesong-admin';
