import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { SiteTexts } from './site-texts.tsx';

test.each(['no-such-page', 'constructor'])(
  'the page %s of an address falls back to the landing page',
  (page) => {
    render(<SiteTexts />, { at: `/admin/settings?part=texts&page=${page}` });
    const chip = screen.getByRole('button', { name: 'Landing page' });
    expect(chip.getAttribute('aria-pressed')).toBe('true');
  },
);
