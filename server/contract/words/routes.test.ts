import { describe, expect, test } from 'vitest';
import { documentTitle, findRoute, htmlFileOf, NOT_FOUND, ROUTES } from './routes.ts';

describe('the list of screens', () => {
  test('[R1] holds the twenty-five routes, each once, and those beyond the specification', () => {
    expect(
      ROUTES.filter(
        ({ path }) => !['/kiosk', '/hand-over', '/labour', '/accessibility'].includes(path),
      ),
    ).toHaveLength(25);
    expect(new Set(ROUTES.map((route) => route.path)).size).toBe(ROUTES.length);
  });

  test('finds a screen by its address, with parameters and with a trailing slash', () => {
    expect(findRoute('/player/7')?.path).toBe('/player/:trackId');
    expect(findRoute('/admin/users/')?.path).toBe('/admin/:tab');
    expect(findRoute('/')?.path).toBe('/');
    expect(findRoute('/player')).toBeUndefined();
    expect(findRoute('/admin/users/3')).toBeUndefined();
  });

  test.each(['abc', '1a', '1.5', '-1', '0', '%31', '1e3', '9'.repeat(20)])(
    '[R1] /player/%s is no screen, because no track has such a number',
    (trackId) => {
      expect(findRoute(`/player/${trackId}`)).toBeUndefined();
    },
  );

  test('names one document for each page that is rendered before its script, and the shell for the others', () => {
    const files = ROUTES.filter(({ prerender, living }) => prerender || living).map(htmlFileOf);
    expect(files).toContain('index.html');
    expect(files).toContain('contact.html');
    expect(files).toContain('home.html');
    expect(files).toContain('player.html');
    expect(new Set(files).size).toBe(files.length);
    expect(htmlFileOf(NOT_FOUND)).toBe('not-found.html');
    expect(htmlFileOf(findRoute('/profile') ?? NOT_FOUND)).toBe('shell.html');
  });

  test('puts the name of the product into every title', () => {
    expect(documentTitle(NOT_FOUND, 'Cradlesong')).toBe('This page is not here · Cradlesong');
  });
});
