import { Router } from 'express';
import { API_PATHS } from '#contract/constants/pages/paths.ts';

/** Content in the frame cannot run scripts, send requests or submit forms. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Only a frame can show a page at another width than the window. It needs a document of its own: the CSP
 * forbids `srcdoc`, and an empty frame is in quirks mode.
 */
export function createPreviewFrameRouter(): Router {
  const router = Router();
  router.get(API_PATHS.previewFrame, (_req, res) => {
    res
      .set({ 'Content-Security-Policy': POLICY, 'X-Robots-Tag': 'noindex' })
      .type('html')
      .send('<!doctype html><html lang="en-GB"><head><title>Preview</title></head></html>');
  });
  return router;
}
