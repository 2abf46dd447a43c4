import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { NotificationText } from './notification-text.tsx';

const linksOf = (text: string) => {
  const { container } = render(<NotificationText text={text} />);
  const links = screen
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  return { text: container.textContent, links };
};

test('a notification links to pages of the site and to addresses', () => {
  const text = 'Hear [Evening Prayer](/player/3).\nMore at https://example.org/a?b=1.';
  expect(linksOf(text)).toEqual({
    text: 'Hear Evening Prayer.\nMore at https://example.org/a?b=1.',
    links: [
      ['Evening Prayer', '/player/3'],
      ['https://example.org/a?b=1', 'https://example.org/a?b=1'],
    ],
  });
});

test.each(['[Press](javascript:alert(1))', '[Press](//example.org)', 'http://example.org'])(
  '%s is shown as it is written',
  (text) => {
    expect(linksOf(text)).toEqual({ text, links: [] });
  },
);
