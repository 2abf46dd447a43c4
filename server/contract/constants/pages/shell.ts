/** Address of the service worker; at the root, because its scope is its folder. */
export const SHELL_WORKER_PATH = '/sw.js';

/** The app shell without user data, cached by the service worker. */
export const SHELL_PATH = '/shell';

/** Name of the page's only Trusted Types policy, which allows only `SHELL_WORKER_PATH`. */
export const SHELL_WORKER_POLICY = 'shell-worker';
