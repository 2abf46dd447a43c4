import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BrowserRouter,
  Link,
  NavLink,
  Redirect,
  StaticRouter,
  useLocation,
  useNavigate,
  useSearchParams,
} from './router.tsx';

/** Shows the address as a page is told it. */
function Shown() {
  const { pathname, search, hash, state } = useLocation();
  return <output>{JSON.stringify({ at: pathname + search + hash, state })}</output>;
}

const shown = () => JSON.parse(screen.getByRole('status').textContent ?? '');
const show = (ui: React.ReactNode) =>
  render(
    <BrowserRouter>
      <Shown />
      {ui}
    </BrowserRouter>,
  );

beforeEach(() => window.history.replaceState(null, '', '/home?x=1#top'));

test('a page is told the whole address', () => {
  show(null);
  expect(shown()).toEqual({ at: '/home?x=1#top', state: null });
});

describe('a link', () => {
  test('is a step in the history, with what it gives along, and Back is one too', async () => {
    show(
      <Link to="/login?a=b" state={{ next: '/home' }}>
        Sign in
      </Link>,
    );
    const before = window.history.length;
    await userEvent.click(screen.getByRole('link'));
    expect(shown()).toEqual({ at: '/login?a=b', state: { next: '/home' } });
    expect(window.history.length).toBe(before + 1);
    const returned = new Promise((resolve) =>
      addEventListener('popstate', resolve, { once: true }),
    );
    await act(async () => {
      window.history.back();
      await returned;
    });
    expect(shown()).toEqual({ at: '/home?x=1#top', state: null });
  });

  test('to where she is makes no entry of its own', async () => {
    show(<Link to="/home?x=1#top">Here</Link>);
    const before = window.history.length;
    await userEvent.click(screen.getByRole('link'));
    expect(window.history.length).toBe(before);
  });

  test.each([
    ['#faq', '/home#faq'],
    ['?part=two', '/home?part=two'],
    ['?', '/home'],
    ['/login', '/login'],
  ])('to %s begins where she is', (to, href) => {
    show(<Link to={to}>There</Link>);
    expect(screen.getByRole('link').getAttribute('href')).toBe(href);
  });

  test.each([
    ['with a modifier key', { keys: '{Meta>}', target: undefined, ours: false }],
    ['for another tab', { keys: '{Shift}', target: '_blank', ours: false }],
    ['for this tab', { keys: '{Shift}', target: '_self', ours: true }],
  ])('pressed %s', async (_name, { keys, target, ours }) => {
    // What is left to the browser ends here, which has no other tab.
    const leave = vi.fn((event: Event) => event.preventDefault());
    document.addEventListener('click', leave, { once: true });
    show(
      <Link to="/login" target={target}>
        Sign in
      </Link>,
    );
    const user = userEvent.setup();
    await user.keyboard(keys);
    await user.click(screen.getByRole('link'));
    expect(shown().at).toBe(ours ? '/login' : '/home?x=1#top');
  });

  test('whose press somebody else has answered stays', async () => {
    show(
      <Link to="/login" onClick={(event) => event.preventDefault()}>
        Sign in
      </Link>,
    );
    await userEvent.click(screen.getByRole('link'));
    expect(shown().at).toBe('/home?x=1#top');
  });
});

test.each([
  ['/home', false, true],
  ['/tracks', false, false],
  ['/ho', false, false],
])('a link to %s is marked where it leads to here', (to, end, marked) => {
  show(
    <NavLink to={to} end={end}>
      There
    </NavLink>,
  );
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe(marked ? 'page' : null);
});

test.each([
  [false, 'page'],
  [true, null],
])('a link to the beginning of the address is marked unless it names its end (%s)', (end, mark) => {
  window.history.replaceState(null, '', '/admin/users');
  show(
    <NavLink to="/admin" end={end}>
      Admin
    </NavLink>,
  );
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe(mark);
});

test('a step in place leaves no entry, and a query is read as it stands', async () => {
  function Parts() {
    const navigate = useNavigate();
    const part = useSearchParams().get('part');
    return (
      <button type="button" onClick={() => navigate('?part=tickets', { replace: true })}>
        {part}
      </button>
    );
  }
  show(<Parts />);
  const before = window.history.length;
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('tickets');
  expect(shown().at).toBe('/home?part=tickets');
  expect(window.history.length).toBe(before);
});

test('a page may send on', async () => {
  show(<Redirect to="/kiosk" />);
  expect(shown().at).toBe('/kiosk');
});

test('without a window it stands at one address', () => {
  const html = renderToString(
    <StaticRouter path="/support">
      <NavLink to="/support">Support</NavLink>
    </StaticRouter>,
  );
  expect(html).toContain('aria-current="page"');
});
