import { expect, test } from 'vitest';
import { takePicture } from './screen-picture.ts';

const FREE = { isSounding: false, isFirstScreen: true };

function setUp(seen = FREE, address = 'http://127.0.0.1:4310/kiosk') {
  const window = { seen, address };
  return {
    window,
    take: (onCapture = () => {}) =>
      takePicture({
        look: () => window.seen,
        address: () => window.address,
        async capture() {
          onCapture();
          return '/9j/AAAA';
        },
      }),
  };
}

test('the first screen is shown, and what is no page of the server', async () => {
  expect(await setUp().take()).toBe('/9j/AAAA');
  const notice = setUp({ isSounding: false, isFirstScreen: false }, 'data:text/html,away');
  expect(await notice.take()).toBe('/9j/AAAA');
});

test('nobody is ever looked at: not on a page, not while it sounds, and not if she comes meanwhile', async () => {
  const never = () => expect.unreachable();
  const inside = 'http://127.0.0.1:4310/home';
  expect(await setUp({ ...FREE, isFirstScreen: false }, inside).take(never)).toBeNull();
  expect(await setUp({ ...FREE, isSounding: true }).take(never)).toBeNull();
  const { window, take } = setUp();
  const image = await take(() => {
    window.seen = { ...FREE, isFirstScreen: false };
    window.address = inside;
  });
  expect(image).toBeNull();
});
