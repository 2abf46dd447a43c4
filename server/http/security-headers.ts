import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * The same headers for every answer that is not a page; a page adds the hashes of its own inline
 * scripts (`contentSecurityPolicy`). Over plain http nothing is upgraded or pinned, since an
 * address in the local network has no certificate.
 */
export function createSecurityHeaders(siteUrl: string): RequestHandler {
  const isHttps = siteUrl.startsWith('https://');
  return helmet({
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
}

/** What a page of ours may load: its own origin, https sound and pictures, and inline scripts by hash. */
export function contentSecurityPolicy(options: {
  isHttps: boolean;
  scriptHashes: readonly string[];
}): string {
  const hashes = options.scriptHashes.map((hash) => ` 'sha256-${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${hashes}`,
    // Toasts and drag handles set style attributes; scripts are where the danger is.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(options.isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
