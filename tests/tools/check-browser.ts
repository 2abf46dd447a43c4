import { launchBrowser } from '#tests/support/browsers/browser.ts';

// Exits with 0 if a browser starts: the same one that the tests use.
const browser = await launchBrowser();
console.log(`Chromium ${browser.version()} starts`);
await browser.close();
