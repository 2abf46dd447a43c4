import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { fetchLateParts, LatePart, latePart } from './late-part.tsx';
import { lazyPart } from './lazy-part.tsx';
import { shownToast } from './toast.ts';

const Sheet = ({ name }: { name: string }) => <h2>{name}</h2>;
const show = (part: ReturnType<typeof lazyPart<{ name: string }>>, onMissing = () => {}) =>
  render(<LatePart part={part} wanted onMissing={onMissing} props={{ name: 'Speed' }} />);

test('what is wanted stands there when it is here', async () => {
  await act(async () => show(lazyPart(async () => Sheet)));
  expect(screen.getByRole('heading', { name: 'Speed' })).toBeTruthy();
});

test('what is not wanted is not there, and is fetched at the first sign of somebody', async () => {
  const fetchPart = vi.fn(async () => Sheet);
  const part = lazyPart(fetchPart);
  const { user } = render(
    <LatePart part={part} wanted={false} onMissing={() => {}} props={{ name: 'Speed' }} />,
  );
  await user.keyboard('{Tab}');
  await vi.waitFor(() => expect(fetchPart).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

test('what cannot be fetched says so, and is no longer wanted', async () => {
  const onMissing = vi.fn();
  const part = lazyPart<{ name: string }>(() => Promise.reject(new Error('no line')));
  await act(async () => show(part, onMissing));
  await vi.waitFor(() => expect(onMissing).toHaveBeenCalledTimes(1));
  expect(shownToast()?.text).toContain('did not open');
});

test('those of all pages can be fetched ahead', async () => {
  const fetchPart = vi.fn(async () => Sheet);
  const part = latePart(fetchPart);
  fetchLateParts();
  expect(fetchPart).toHaveBeenCalledTimes(1);
  await part.load();
});
