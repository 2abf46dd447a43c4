import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { SeekSlider } from './seek-slider.tsx';

const show = (position: number, duration = 179) => {
  const onSeek = vi.fn();
  const shown = render(<SeekSlider position={position} duration={duration} onSeek={onSeek} />);
  return { ...shown, onSeek, slider: screen.getByRole('slider', { name: 'Position' }) };
};

describe('the seek slider', () => {
  test('is announced as minutes and seconds, with the duration', () => {
    const { slider } = show(61);
    expect(slider.getAttribute('aria-valuetext')).toBe('1:01 of 2:59');
  });

  test.each([
    ['{ArrowRight}', 65],
    ['{PageUp}', 90],
  ])('moves with %s to %i seconds', async (key, seconds) => {
    const { user, slider, onSeek } = show(60);
    slider.focus();
    await user.keyboard(key);
    expect(onSeek).toHaveBeenCalledExactlyOnceWith(seconds);
  });

  test('stays within the track at either end', async () => {
    const { user, slider, onSeek } = show(178);
    slider.focus();
    await user.keyboard('{PageUp}');
    expect(onSeek).toHaveBeenLastCalledWith(179);
  });

  test('seeks to the position it is dragged to', () => {
    const { slider, onSeek } = show(0);
    fireEvent.change(slider, { target: { value: '42.5' } });
    expect(onSeek).toHaveBeenCalledExactlyOnceWith(42.5);
  });

  test('stays at the dragged value until it gets another position', async () => {
    function Playing() {
      const [position, setPosition] = useState(0);
      return (
        <>
          <SeekSlider position={position} duration={179} onSeek={() => {}} />
          <button type="button" onClick={() => setPosition(90)}>
            Play on
          </button>
        </>
      );
    }
    const { user } = render(<Playing />);
    const slider = screen.getByRole('slider');
    fireEvent.change(slider, { target: { value: '89.5' } });
    expect(slider).toHaveProperty('value', '89.5');
    expect(slider.parentElement?.style.getPropertyValue('--at')).toBe('50%');
    await user.click(screen.getByRole('button'));
    expect(slider).toHaveProperty('value', '90');
  });
});
