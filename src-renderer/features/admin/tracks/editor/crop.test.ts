import { expect, test } from 'vitest';
import { MIDDLE, movedBy, squareOf } from './crop.ts';

const WIDE = { width: 1200, height: 600 };

test('[D2] a cover is cropped at its centre by default', () => {
  expect(squareOf(WIDE, MIDDLE)).toEqual({ left: 300, top: 0, side: 600 });
  expect(squareOf(WIDE, { x: 1, y: 0.5, zoom: 1 })).toEqual({ left: 600, top: 0, side: 600 });
  expect(squareOf(WIDE, { x: 0, y: 1, zoom: 2 })).toEqual({ left: 0, top: 300, side: 300 });
});

test('[D2] a dragged picture follows the pointer, up to its edges', () => {
  expect(movedBy(WIDE, MIDDLE, { x: 0.25, y: 0.25 })).toEqual({ x: 0.25, y: 0.5, zoom: 1 });
  expect(movedBy(WIDE, MIDDLE, { x: -3, y: 0 })).toMatchObject({ x: 1 });
  expect(movedBy(WIDE, { ...MIDDLE, zoom: 2 }, { x: 0, y: 1 })).toMatchObject({ y: 0 });
});
