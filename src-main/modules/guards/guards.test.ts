import { EventEmitter } from 'node:events';
import type { App, WebContents } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { findDeepLinkArgument, findDeepLinkPath } from '../deep-link.ts';
import { isAllowedKey } from '../window/kiosk-window.ts';
import { guardCertificates } from './certificate-guard.ts';
import { createExternalLinks } from './external-links.ts';
import { guardNavigation } from './navigation-guard.ts';
import { isOwnAddress } from './own-address.ts';
import { guardPermissions } from './permissions.ts';

const OWN = 'http://127.0.0.1:50123';

/** Addresses that resemble ours to a string comparison, or are invalid. */
const HOSTILE = [
  'http://127.0.0.1:50123.evil.example/',
  'http://127.0.0.1:50123@evil.example/',
  'http://user:pw@127.0.0.1:50123/',
  'http://127.0.0.1:5012/',
  'http://localhost:50123/',
  'https://127.0.0.1:50123/',
  'http://evil.example/http://127.0.0.1:50123/',
  'http://127.0.0.1:50123\\@evil.example/',
  '//evil.example/',
  'javascript:alert(1)//http://127.0.0.1:50123/',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'chrome://gpu',
  'view-source:http://127.0.0.1:50123/',
  'cradlesong://player/3',
  '',
];

function createGuard(options: { isLocked?: boolean } = {}) {
  const contents = new EventEmitter();
  const calls = { openExternal: vi.fn(), handleNotice: vi.fn(() => false), goHome: vi.fn() };
  guardNavigation({
    // The guard only listens to events.
    contents: contents as unknown as WebContents,
    origin: () => OWN,
    isLocked: () => options.isLocked ?? false,
    log: () => {},
    ...calls,
  });
  const isPrevented = (event: string, url: string) => {
    const preventDefault = vi.fn();
    contents.emit(event, { url, preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  return { contents, isPrevented, ...calls };
}

test('an address that only begins like ours is not ours', () => {
  expect(isOwnAddress('http://127.0.0.1:43101/', 'http://127.0.0.1:4310')).toBe(false);
});

describe('the window stays on our pages', () => {
  test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s', (event) => {
    const { isPrevented } = createGuard();
    for (const address of HOSTILE) {
      // Chromium reads a backslash as a slash; then the address is on our own origin.
      const isOwn = URL.parse(address)?.hostname === '127.0.0.1' && address.includes('\\');
      expect(isPrevented(event, address), address).toBe(!isOwn);
    }
    for (const path of ['/', '/player/3', '/login?next=%2F#x', '']) {
      expect(isPrevented(event, OWN + path), path).toBe(false);
    }
  });

  test('never attaches a page inside a page', () => {
    const preventDefault = vi.fn();
    createGuard().contents.emit('will-attach-webview', { preventDefault });
    expect(preventDefault).toHaveBeenCalled();
  });

  test.each(['/admin/users', '/profile', '/'])(
    'a locked kiosk does not open %s, and returns to its first screen if its page navigates there',
    (path) => {
      const { contents, isPrevented, goHome, openExternal } = createGuard({ isLocked: true });
      expect(isPrevented('will-navigate', OWN + path)).toBe(true);
      contents.emit('did-navigate-in-page', {}, OWN + path, true);
      expect(goHome).toHaveBeenCalledOnce();
      expect(openExternal).not.toHaveBeenCalled();
    },
  );

  test.each(['/kiosk', '/player/3', '/login'])('a locked kiosk opens %s', (path) => {
    const { contents, isPrevented, goHome } = createGuard({ isLocked: true });
    expect(isPrevented('will-navigate', OWN + path)).toBe(false);
    contents.emit('did-navigate-in-page', {}, OWN + path, true);
    expect(goHome).not.toHaveBeenCalled();
  });
});

describe('an external link', () => {
  const setUp = (isKiosk: boolean) => {
    const open = vi.fn(async () => {});
    return { open, links: createExternalLinks({ open, isKiosk, log: () => {} }) };
  };

  test.each(['https://example.com/a', 'http://example.com/', 'mailto:a@example.com'])(
    'opens in the system browser, and never in a window of the program: %s',
    (address) => {
      const { open, links } = setUp(false);
      expect(links.windowOpenHandler({ url: address })).toEqual({ action: 'deny' });
      expect(open).toHaveBeenCalledExactlyOnceWith(address);
    },
  );

  test.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://host/share',
    '\\\\host\\share',
  ])('is not opened in the system: %s', (address) => {
    const { open, links } = setUp(false);
    expect(links.windowOpenHandler({ url: address })).toEqual({ action: 'deny' });
    expect(open).not.toHaveBeenCalled();
  });

  test('opens nothing in a kiosk', () => {
    const { open, links } = setUp(true);
    expect(links.windowOpenHandler({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
    expect(open).not.toHaveBeenCalled();
  });
});

describe('permissions', () => {
  type Options = Parameters<typeof guardPermissions>[0];
  const setUp = (isKiosk: boolean) => {
    const session = {
      setPermissionRequestHandler: vi.fn<Options['session']['setPermissionRequestHandler']>(),
      setPermissionCheckHandler: vi.fn<Options['session']['setPermissionCheckHandler']>(),
      setDevicePermissionHandler: vi.fn<Options['session']['setDevicePermissionHandler']>(),
      setDisplayMediaRequestHandler: vi.fn<Options['session']['setDisplayMediaRequestHandler']>(),
      setBluetoothPairingHandler: vi.fn<Options['session']['setBluetoothPairingHandler']>(),
    };
    guardPermissions({ session, isKiosk, origin: () => OWN });
    const check = session.setPermissionCheckHandler.mock.calls[0]?.[0];
    type Permission = Parameters<NonNullable<typeof check>>[1];
    return {
      session,
      isGranted: (permission: string, origin = OWN) =>
        // The tables below contain Electron's permissions as plain strings.
        check?.(null, permission as Permission, origin, { isMainFrame: true }),
    };
  };

  test.each([
    'media',
    'geolocation',
    'usb',
    'clipboard-read',
    'display-capture',
    'openExternal',
    'unknown',
  ])('are refused everywhere: %s', (permission) => {
    expect(setUp(false).isGranted(permission)).toBe(false);
    expect(setUp(true).isGranted(permission)).toBe(false);
  });

  test('are granted for notifications to our own pages in the window, and to none in a kiosk', () => {
    expect(setUp(false).isGranted('notifications')).toBe(true);
    expect(setUp(false).isGranted('notifications', 'https://evil.example')).toBe(false);
    expect(setUp(true).isGranted('notifications')).toBe(false);
  });

  test('never grant a device or the screen', () => {
    const { session } = setUp(false);
    const [device] = session.setDevicePermissionHandler.mock.calls[0] ?? [];
    // The result does not depend on the argument.
    expect(device?.({} as Parameters<NonNullable<typeof device>>[0])).toBe(false);
    expect(session.setDisplayMediaRequestHandler).toHaveBeenCalled();
  });
});

test('an invalid certificate is refused, and no client certificate is offered', () => {
  const app = new EventEmitter();
  guardCertificates(app as unknown as App, () => {});
  const preventDefault = vi.fn();
  const trust = vi.fn();
  app.emit('certificate-error', { preventDefault }, {}, 'https://x/', 'expired', {}, trust);
  expect(trust).toHaveBeenCalledExactlyOnceWith(false);
  const choose = vi.fn();
  app.emit('select-client-certificate', { preventDefault }, {}, 'https://x/', [{}], choose);
  expect(choose).toHaveBeenCalledExactlyOnceWith();
  expect(preventDefault).toHaveBeenCalledTimes(2);
});

describe('a cradlesong:// link', () => {
  test.each([
    ['cradlesong://player/3', '/player/3'],
    ['cradlesong://home', '/home'],
    ['cradlesong://player/3?token=x#y', '/player/3'],
  ])('%s opens %s', (link, path) => {
    expect(findDeepLinkPath(link, false)).toBe(path);
  });

  test.each([
    'cradlesong://nowhere',
    'cradlesong://player/..%2Fadmin',
    'cradlesong://player/3/4',
    'home',
  ])('%s opens nothing', (link) => {
    expect(findDeepLinkPath(link, false)).toBeUndefined();
  });

  test('opens no page that a kiosk does not show', () => {
    expect(findDeepLinkPath('cradlesong://admin', true)).toBeUndefined();
    expect(findDeepLinkPath('cradlesong://player/3', true)).toBe('/player/3');
  });

  test('is found among the arguments of a start', () => {
    expect(findDeepLinkArgument(['app', '--kiosk', 'cradlesong://home'])).toBe('cradlesong://home');
    expect(findDeepLinkArgument(['app', '.'])).toBeUndefined();
  });
});

describe('a key on a locked kiosk', () => {
  const key = (text: string, held: Partial<Record<'control' | 'alt' | 'meta', boolean>> = {}) =>
    isAllowedKey({ type: 'keyDown', key: text, control: false, alt: false, meta: false, ...held });

  test.each([
    ['F12', {}],
    ['r', { control: true }],
    ['w', { control: true }],
    ['F4', { alt: true }],
    ['ArrowLeft', { alt: true }],
    ['q', { meta: true }],
    ['PrintScreen', {}],
  ])('%s %o does nothing', (name, held) => {
    expect(key(name, held)).toBe(false);
  });

  test.each([
    ['a', {}],
    ['Enter', {}],
    ['v', { control: true }],
    ['@', { control: true, alt: true }],
  ])('%s %o writes', (name, held) => {
    expect(key(name, held)).toBe(true);
  });
});
