import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { SHELL_WORKER_POLICY } from '#contract/words/shell.ts';

/** What listening needs, for our own pages; the rest of the machine is nobody's, also not a frame's. */
const PERMISSIONS_POLICY = [
  ...['autoplay', 'clipboard-write', 'fullscreen', 'screen-wake-lock'].map(
    (name) => `${name}=(self)`,
  ),
  ...[
    'accelerometer',
    'camera',
    'clipboard-read',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'publickey-credentials-get',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((name) => `${name}=()`),
].join(', ');

/**
 * The same headers for every answer that is not a page; a page adds the hashes of its own inline
 * scripts (`contentSecurityPolicy`). Over plain http nothing is upgraded or pinned, since an
 * address in the local network has no certificate.
 */
export function createSecurityHeaders(siteUrl: string): RequestHandler {
  const isHttps = siteUrl.startsWith('https://');
  const setOthers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    // Sound and pictures may be used by the same pages on another origin.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: isHttps && { policy: 'same-origin' },
    originAgentCluster: isHttps,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    setOthers(req, res, next);
  };
}

/** For a style sheet that stands inside its document. */
export function styleSource(sheet: string): string {
  return `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
}

/** What a page of ours may load: its own origin and nobody else's, and inline scripts by hash. */
export function contentSecurityPolicy(options: {
  isHttps: boolean;
  scriptHashes: readonly string[];
  /** Sheets that stand in the document. */
  styles?: readonly string[];
}): string {
  const hashes = options.scriptHashes.map((hash) => ` 'sha256-${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${hashes}`,
    // Scripts may set styles one by one (CSSOM); markup may bring none.
    ["style-src 'self'", ...(options.styles ?? []).map(styleSource)].join(' '),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No text becomes markup or an address of code. The one policy gives the address of the service worker,
    // whatever it is asked (lib/shell-worker.ts), and no other could be made.
    "require-trusted-types-for 'script'",
    `trusted-types ${SHELL_WORKER_POLICY}`,
    ...(options.isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
