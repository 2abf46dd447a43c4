import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { AdminLogin } from './admin-login.tsx';

test('[D1] an error of Continue is not shown as an error of the password', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const { user } = render(<AdminLogin isExpired mayContinue onOpen={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The server did not answer. Please try again.');
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
});
