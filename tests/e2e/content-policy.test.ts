import { test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';

// The page watcher fails every browser test on an error or a swallowed policy violation (support/e2e.ts).
const attempts = {
  'text as markup': () => {
    document.body.innerHTML = '<img src=x onerror="document.title = \'taken\'">';
  },
  'text as a script': () => {
    const script = document.createElement('script');
    script.text = "document.title = 'taken'";
    document.body.append(script);
  },
  'an address as a script': () => {
    const script = document.createElement('script');
    script.src = 'https://attacker.example/x.js';
    document.body.append(script);
  },
  // In a timer, because code evaluated by the test bypasses the policy.
  'text as code': () =>
    new Promise<void>((resolve, reject) => {
      setTimeout(() => {
        try {
          // biome-ignore lint/security/noGlobalEval: the test expects a refusal
          globalThis.eval("document.title = 'taken'");
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    }),
  'a policy of its own making': () => {
    window.trustedTypes?.createPolicy('own', { createHTML: String });
  },
};
test('foreign code in markup, scripts, code, other policies and styles is blocked', async () => {
  const page = await openPage(server.url);
  await page.goto('/contact');
  expectErrors(
    page,
    /against the policy|Content Security Policy|TrustedTypes?|TrustedHTML|This document requires/i,
  );
  const title = await page.title();
  for (const [what, attempt] of Object.entries(attempts)) {
    await expect(page.evaluate<unknown>(attempt), what).rejects.toThrow();
    expect(await page.title(), what).toBe(title);
  }
  const weights = await page.evaluate(() => {
    const sheet = document.createElement('style');
    sheet.textContent = 'h1 { font-weight: 123 !important; }';
    document.head.append(sheet);
    const heading = document.querySelector('h1');
    heading?.setAttribute('style', 'font-weight: 321 !important');
    return heading ? getComputedStyle(heading).fontWeight : '';
  });
  expect(weights).toMatch(/^\d+$/);
  expect(weights).not.toMatch(/123|321/);
});
