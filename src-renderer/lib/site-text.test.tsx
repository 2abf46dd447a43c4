import { expect, test, vi } from 'vitest';
import { PUBLIC_CONFIG_ELEMENT_ID } from '#contract/constants/pages/public-config.ts';
import { providePublicConfig, publicConfig } from './public-config.ts';
import { loadLongText } from './site-text.ts';

const documentWith = (config: object) =>
  `<script type="application/json" id="${PUBLIC_CONFIG_ELEMENT_ID}">${JSON.stringify(config)}</script>`;

function serve(html: string) {
  const fetch = vi.fn(async () => new Response(html));
  vi.stubGlobal('fetch', fetch);
  const texts = { 'privacy.version': '2.0', 'terms.version': '2.0' };
  const longTexts = { privacy: '2026-11-25', terms: '2026-11-25' };
  providePublicConfig({ ...publicConfig(), texts, longTexts });
  return fetch;
}

test('[G1] a page is fetched once if the owner changed only its version', async () => {
  const fetch = serve(documentWith({ texts: { 'privacy.version': '2.0' } }));
  await loadLongText('/privacy');
  await loadLongText('/privacy');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('[G1] a document without the texts is not used', async () => {
  serve('<title>Sign in to the network</title>');
  await expect(loadLongText('/terms')).rejects.toThrow('The text of /terms could not be loaded.');
});
