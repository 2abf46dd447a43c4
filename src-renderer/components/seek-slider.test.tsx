import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { SeekSlider } from './seek-slider.tsx';

describe('the seek slider', () => {
  test('stays within the track', async () => {
    const onSeek = vi.fn();
    const { user } = render(<SeekSlider position={178} duration={179} onSeek={onSeek} />);
    screen.getByRole('slider', { name: 'Position' }).focus();
    await user.keyboard('{PageUp}');
    expect(onSeek).toHaveBeenLastCalledWith(179);
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
