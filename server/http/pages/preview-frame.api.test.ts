import { expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

test('[D2] only the site itself can frame a preview, which runs no script and submits no form', async () => {
  const server = await createTestServer();
  const answer = await fetch(server.url + API_PATHS.previewFrame);
  const rules = new Map(
    (answer.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]),
  );
  expect(Object.fromEntries(rules)).toEqual({
    'default-src': "'none'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
  });
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  const html = await answer.text();
  // Without the doctype the browser would use quirks mode.
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).not.toMatch(/<(script|style|body)/);
});
