import { describe, expect, test } from 'vitest';
import { findRoute, ROUTES } from './routes.ts';

describe('the list of screens', () => {
  test('[R1] contains the twenty-five routes of the specification once each, and the later ones', () => {
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
    '[R1] /player/%s is not a screen, because no track has this number',
    (trackId) => {
      expect(findRoute(`/player/${trackId}`)).toBeUndefined();
    },
  );
});
