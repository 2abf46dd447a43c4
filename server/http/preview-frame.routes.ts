import { Router } from 'express';
import { API_PATHS } from '#contract/words/paths.ts';

/** What is drawn in it may show itself and do nothing: no script, no request, no form. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * A frame is the one way to draw a page at another width than the window has. It needs a document of its own address:
 * of markup the policy of every page makes nothing, and an empty frame has the layout of the nineties.
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
