import { describe, expect, test } from 'vitest';
import { createRedirectRules } from './redirects.ts';

const SITE = 'https://cradlesong.example';

describe('a redirect address', () => {
  test.each([
    ['https://cradlesong.example/home'],
    ['https://cradlesong.example'],
    ['https://preview-7.cradlesong.example/home?a=1#b'],
    ['https://partner.example.org/a/b/c'],
    ['https://partner.example.org'],
    ['cradlesong://open/home'],
    ['http://localhost:5173/home'],
  ])('%s is allowed', (url) => {
    expect(rules.isAllowed(url)).toBe(true);
  });

  test.each([
    [''],
    ['/home'],
    ['//cradlesong.example/home'],
    ['http://cradlesong.example/home'],
    ['https://cradlesong.example:8443/home'],
    ['https://cradlesong.example.evil.com/'],
    ['https://cradlesong.example@evil.com/'],
    ['https://a.b.cradlesong.example/home'],
    ['https://evil.com\\.cradlesong.example/home'],
    ['https://evil。com\\.cradlesong.example/home'],
    ['https://evil.com/https://preview.cradlesong.example/home'],
    ['https://192.0.2.1/'],
    ['javascript:alert(document.domain)'],
    ['cradlesong://close/home'],
  ])('%s is refused', (url) => {
    expect(rules.isAllowed(url)).toBe(false);
  });

  const rules = createRedirectRules(SITE, [
    'https://*.cradlesong.example/**',
    'https://partner.example.org/**',
    'https://partner.example.org',
    'cradlesong://open/**',
    'http://localhost:5173/**',
  ]);

  test.each(['https://192.0.2.1/', 'https://3221225985/', 'https://[2001:db8::1]/'])(
    'is not the IP address %s, even if a pattern allows every host',
    (url) => {
      expect(createRedirectRules(SITE, ['https://**']).isAllowed(url)).toBe(false);
    },
  );

  test('may have any loopback host and port, and no other host, if the site is on localhost', () => {
    const local = createRedirectRules('http://localhost:4310', []);
    expect(local.isAllowed('http://localhost:5173/home')).toBe(true);
    expect(local.isAllowed('http://127.0.0.1:5173/home')).toBe(true);
    expect(local.isAllowed('http://[::1]:5173/home')).toBe(true);
    expect(local.isAllowed('http://192.168.0.7:5173/home')).toBe(false);
  });

  test('may be the site itself, given as a private IP address', () => {
    const ward = createRedirectRules('http://192.168.0.7:4310', []);
    expect(ward.isAllowed('http://192.168.0.7:4310/home')).toBe(true);
    expect(ward.isAllowed('http://192.168.0.8:4310/home')).toBe(false);
  });

  test('is the first allowed candidate without its fragment, or else the site', () => {
    expect(rules.choose('https://evil.com', undefined, `${SITE}/home#x`)).toBe(`${SITE}/home`);
    expect(rules.choose('https://evil.com')).toBe(SITE);
    expect(rules.choose(`${SITE}/ä b`)).toBe(`${SITE}/%C3%A4%20b`);
  });
});
