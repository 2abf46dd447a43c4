import { expect, test } from 'vitest';
import { ROUTES } from '#contract/words/routes.ts';
import { ADMIN_STATES } from './screens-admin.ts';
import { STATES } from './screens-states.ts';

// A second picture of the same name would be compared with the first one's place on the kept sheet.
test('every picture has a name of its own', () => {
  const names = [
    ...ROUTES.map(({ path }) => path.replace('/:trackId', '').slice(1) || 'landing'),
    ...STATES.map(({ name, person = 'guest' }) => (person === 'guest' ? name : `her ${name}`)),
    ...ADMIN_STATES.map(({ name }) => `admin-${name}`),
  ];
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
