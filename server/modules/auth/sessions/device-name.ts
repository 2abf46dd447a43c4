/** The order matters: Chromium-based browsers also name Chrome and Safari, and browsers on iOS also name Safari. */
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
/** The order matters: Android also names Linux, and iPhones also name Mac OS X. */
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
 * "Firefox on Linux" for a User-Agent header; null if unknown. The header itself is never stored, because it could
 * identify a device.
 */
export function deviceName(userAgent = ''): string | null {
  const find = (known: readonly (readonly [token: string, name: string])[]) =>
    known.find(([token]) => userAgent.includes(token))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
