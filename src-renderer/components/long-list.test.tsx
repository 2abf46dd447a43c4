import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { firstView, slotsOf, type View } from './long-list.tsx';

const ROW_PX = 100;
const GAP_PX = 10;
const TEN_THOUSAND = Array.from({ length: 10_000 }, (_, at) => ({
  id: at + 1,
  title: `Psalm ${at + 1}`,
}));
/** As it is once the first piece has been measured. */
const MEASURED: View = {
  ...firstView(TEN_THOUSAND),
  heights: [12 * (ROW_PX + GAP_PX)],
  gap: GAP_PX,
};

function listOf(view: View): HTMLElement[] {
  const slots = slotsOf(TEN_THOUSAND, view);
  const { container } = render(
    <ul>
      {slots.map((slot) =>
        'item' in slot ? (
          <li key={slot.item.id} data-place={slot.at + 1}>
            {slot.item.title}
          </li>
        ) : (
          slot
        ),
      )}
    </ul>,
  );
  return [...container.querySelectorAll('li')];
}

test.each([
  { place: 'its beginning', from: 0, to: 1 },
  { place: 'its middle', from: 400, to: 402 },
  { place: 'its end', from: 831, to: 833 },
])(
  'of ten thousand rows a hundred elements are in the list at $place, with every title once',
  ({ from, to }) => {
    const elements = listOf({ ...MEASURED, from, to });
    expect(elements.length).toBeLessThan(150);
    const titles = elements.flatMap(({ textContent }) => textContent?.split('\n') ?? []);
    expect(titles).toEqual(TEN_THOUSAND.map(({ title }) => title));
  },
);

test('the list is as high as with all its rows, wherever she is', () => {
  const heightAt = (view: View) =>
    listOf(view).reduce((sum, { style, dataset }) => {
      const height = dataset['later'] ? Number.parseFloat(style.height) : ROW_PX;
      return sum + height + GAP_PX;
    }, 0);
  const whole = TEN_THOUSAND.length * (ROW_PX + GAP_PX);
  for (const from of [0, 20, 399, 833]) {
    expect(heightAt({ ...MEASURED, from, to: from + 2 })).toBeCloseTo(whole, 3);
  }
});

test('the row that is used stays among what stands for the others', () => {
  const elements = listOf({ ...MEASURED, from: 400, to: 402, held: 7_001 });
  const row = elements.find(({ dataset }) => dataset['place'] === '7001');
  expect(row?.textContent).toBe('Psalm 7001');
});
