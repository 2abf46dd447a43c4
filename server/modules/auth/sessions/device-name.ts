/** In this order: Chromium's browsers also name Chrome and Safari, those of iOS name Safari. */
const BROWSERS = [
  ['Electron/', 'Desktop app'],
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
/** Android also names Linux, iPhones name Mac OS X. */
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/**
 * "Firefox on Linux" for a User-Agent header; null if unknown. Only these words are stored: the header itself
 * could identify a device.
 */
export function deviceName(userAgent = ''): string | null {
  const find = (known: readonly (readonly [sign: string, name: string])[]) =>
    known.find(([sign]) => userAgent.includes(sign))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
