/** The cookies, named in the cookie policy. This one marks a device on which someone has signed in. */
export const DEVICE_COOKIE = 'cradlesong-device';
/** Keeps an admin signed in on a machine where they chose so. */
export const ADMIN_COOKIE = 'cradlesong-admin';
