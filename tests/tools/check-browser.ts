import { launchBrowser } from '#tests/support/browser.ts';

// Exit code 0 when a browser starts here: the one the tests will use.
const browser = await launchBrowser();
console.log(`Chromium ${browser.version()} starts`);
await browser.close();
