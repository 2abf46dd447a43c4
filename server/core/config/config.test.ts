import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

const SECRET = 'a secret of more than thirty-two letters';
const parse = (environment: Record<string, string>) =>
  parseConfig({ JWT_SECRET: SECRET, ...environment });

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parse(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('without any settings', () => {
  test('the site has port 4310, and its files are in the data folder', () => {
    const config = parse({});
    expect(config).toMatchObject({
      PORT: 4310,
      SITE_URL: 'http://localhost:4310',
      HOST: undefined,
    });
    expect(config.STORAGE_DIR).toBe(join(config.DATA_DIR, 'storage'));
  });

  test('accounts are confirmed at once, because no mail can be sent', () => {
    expect(parse({}).AUTH_AUTOCONFIRM).toBe(true);
    expect(parse({ SMTP_URL: 'smtp://mail.example' }).AUTH_AUTOCONFIRM).toBe(false);
    expect(
      parse({ SMTP_URL: 'smtp://mail.example', AUTH_AUTOCONFIRM: 'on' }).AUTH_AUTOCONFIRM,
    ).toBe(true);
  });

  test('an empty setting counts as missing', () => {
    expect(parse({ PORT: '', SITE_URL: ' ' }).SITE_URL).toBe('http://localhost:4310');
  });
});

test('a remote store consists of a bucket, a folder and an endpoint', () => {
  const url = 's3://songs/a/b/?endpoint=http%3A%2F%2F127.0.0.1%3A7070';
  expect(parse({ STORAGE_URL: url }).STORAGE_S3).toEqual({
    bucket: 'songs',
    prefix: 'a/b/',
    endpoint: 'http://127.0.0.1:7070',
    region: 'us-east-1',
    isPathStyle: true,
  });
  const amazon = parse({ STORAGE_URL: 's3://songs?region=eu-central-1' }).STORAGE_S3;
  expect(amazon).toMatchObject({ prefix: '', region: 'eu-central-1', isPathStyle: false });
});

describe('an invalid setting', () => {
  test.each([
    [{ PORT: 'banana' }, 'PORT: "banana" must be a whole number'],
    [{ PORT: '70000' }, 'PORT: "70000" must be from 0 to 65535'],
    [{ PREMIUM_GATE: 'perhaps' }, 'PREMIUM_GATE: "perhaps" must be on or off'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: "loud" must be one of fatal, error'],
    [{ SITE_URL: 'example.org' }, 'SITE_URL: the given value must be an address'],
    [{ TRUST_PROXY: 'banana' }, 'TRUST_PROXY: "banana" must be off, the number of proxies, or'],
    [{ STORAGE_URL: 'file://storage' }, 'STORAGE_URL: the given value must have three slashes'],
    [{ STORAGE_URL: 's3:///x' }, 'STORAGE_URL: the given value must name a bucket'],
    [{ STORAGE_URL: 's3://a:b@bucket' }, 'STORAGE_URL: the given value must have no credentials'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD: the given value must have at least 10'],
    [{ ADMIN_PASSWORD: 'Change-Me-please' }, 'ADMIN_PASSWORD: the given value is a placeholder'],
    [{ ADMIN_PASSWORD: 'aaaaaaaaaaaa' }, 'ADMIN_PASSWORD: the given value is a placeholder'],
    [{ JWT_SECRET: 'change-me-'.repeat(4) }, 'JWT_SECRET: the given value is a placeholder'],
    [{ JWT_SECRET: 'x'.repeat(40) }, 'JWT_SECRET: the given value is a placeholder'],
  ])('%o is named with its error and its purpose', (environment, message) => {
    const [problem = ''] = problemsOf(environment);
    expect(problem).toContain(message);
    const name = problem.slice(0, problem.indexOf(':'));
    expect(problem).toContain(SETTINGS[name as keyof typeof SETTINGS].doc);
  });

  test('is reported together with all others, without repeating a secret', () => {
    const problems = problemsOf({ PORT: '-1', JWT_SECRET: 'hunter2', WEB_CONCURRENCY: '0' });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('hunter2');
  });
});

test.each([
  ['off', false],
  ['2', 2],
  ['loopback', 'loopback'],
  ['10.0.0.0/8, ::1, 192.0.2.7', '10.0.0.0/8, ::1, 192.0.2.7'],
])('trusted proxies may be given as %j', (TRUST_PROXY, value) => {
  expect(parse({ TRUST_PROXY }).TRUST_PROXY).toBe(value);
});

test('set values are distinguished from defaults', () => {
  const { FROM_ENVIRONMENT } = parse({ PREMIUM_GATE: 'off', AUTH_SIGNUP: ' ' });
  expect([...FROM_ENVIRONMENT]).toEqual(['JWT_SECRET', 'PREMIUM_GATE']);
});
