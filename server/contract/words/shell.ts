/** Address of the service worker; at the root, since a worker serves what lies below its own address. */
export const SHELL_WORKER_PATH = '/sw.js';

/** The document that any screen can start in, with nobody's data in it: what the service worker keeps. */
export const SHELL_PATH = '/shell';

/** The name of the one Trusted Types policy of a page: it knows the address above and nothing else. */
export const SHELL_WORKER_POLICY = 'shell-worker';
