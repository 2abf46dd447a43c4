import { afterEach, describe, expect, test } from 'vitest';
import { type KeyPress, keyCommand } from './key-command.ts';

const PLAYER = { pathname: '/player/3', canScroll: true };
const HOME = { pathname: '/home', canScroll: true };

const within = (html: string, selector: string): Element => {
  document.body.innerHTML = html;
  const found = document.querySelector(selector);
  if (!found) throw new Error(`no ${selector} in ${html}`);
  return found;
};
const press = (key: string, rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  target: document.body,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  ...rest,
});
afterEach(() => {
  document.body.innerHTML = '';
});

test.each([
  ['k', 'toggle'],
  ['K', 'toggle'],
  [' ', 'toggle'],
  ['j', -10],
  ['l', 10],
  ['ArrowLeft', -5],
  ['ArrowRight', 5],
  ['n', 'next'],
  ['p', 'previous'],
  ['m', 'mute'],
  ['x', null],
  ['ArrowDown', null],
  ['Escape', null],
])('on the player %j triggers %j', (key, command) => {
  expect(keyCommand(press(key), PLAYER)).toBe(command);
});

test('a question mark opens the list of keys', () => {
  expect(keyCommand(press('?', { shiftKey: true }), PLAYER)).toBe('help');
});

describe('the player ignores', () => {
  test.each([
    '<input id="x" type="search">',
    '<textarea id="x"></textarea>',
    '<div contenteditable="true"><b id="x">a</b></div>',
  ])('every key in a text field such as %s', (html) => {
    const target = within(html, '#x');
    for (const key of ['k', ' ', 'j', 'ArrowLeft', 'm', '?', 'n']) {
      expect(keyCommand(press(key, { target }), PLAYER)).toBeNull();
    }
  });

  test.each(['dialog', 'menu'])('every key in a %s', (role) => {
    const target = within(`<div role="${role}"><button id="x">a</button></div>`, '#x');
    for (const key of ['k', ' ', 'ArrowRight', '?']) {
      expect(keyCommand(press(key, { target }), PLAYER)).toBeNull();
    }
  });

  test.each([
    '<button id="x">a</button>',
    '<a id="x" href="/home">a</a>',
    '<input id="x" type="range">',
    '<button id="x" role="switch">a</button>',
  ])('only the space key on %s', (html) => {
    const target = within(html, '#x');
    expect(keyCommand(press(' ', { target }), PLAYER)).toBeNull();
    expect(keyCommand(press('k', { target }), PLAYER)).toBe('toggle');
  });

  test.each([
    '<input id="x" type="range">',
    '<div role="tablist"><button id="x" role="tab">a</button></div>',
    '<button id="x" aria-roledescription="sortable">a</button>',
  ])('the arrow keys on %s', (html) => {
    const target = within(html, '#x');
    expect(keyCommand(press('ArrowLeft', { target }), PLAYER)).toBeNull();
  });

  test.each(['ctrlKey', 'shiftKey', 'defaultPrevented'] as const)('a key with %s', (name) => {
    for (const key of ['k', ' ', 'ArrowLeft', 'p']) {
      expect(keyCommand(press(key, { [name]: true }), PLAYER)).toBeNull();
    }
  });

  test('the space key only on a page that it can scroll', () => {
    expect(keyCommand(press(' '), HOME)).toBeNull();
    expect(keyCommand(press(' '), { ...HOME, canScroll: false })).toBe('toggle');
    expect(keyCommand(press('k'), HOME)).toBe('toggle');
  });

  test('every key of the admin area', () => {
    expect(keyCommand(press('k'), { pathname: '/admin/users', canScroll: true })).toBeNull();
  });
});

test('a held key repeats a skip, and no other command', () => {
  expect(keyCommand(press('l', { repeat: true }), PLAYER)).toBe(10);
  expect(keyCommand(press('k', { repeat: true }), PLAYER)).toBeNull();
  expect(keyCommand(press('n', { repeat: true }), PLAYER)).toBeNull();
});

test('in labour mode no key opens a dialog or mutes', () => {
  const labour = { pathname: '/labour', canScroll: false };
  expect(keyCommand(press('?', { shiftKey: true }), labour)).toBeNull();
  expect(keyCommand(press('m'), labour)).toBeNull();
  expect(keyCommand(press(' '), labour)).toBe('toggle');
});
