import type { PointerEvent } from 'react';
import { type Focus, readFocus, writeFocus } from '#contract/constants/focus.ts';
import { Button } from '#renderer/components/button.tsx';

interface FocusFieldProps {
  picture: string;
  focus: string | null;
  onChange: (focus: string | null) => void;
}

const MIDDLE: Focus = { x: 50, y: 50 };
const SLIDERS = [
  { part: 'x', label: 'Left to right' },
  { part: 'y', label: 'Up and down' },
] as const;

/** Sets the focal point of the cover, by pointer on the picture or with sliders. */
export function FocusField({ picture, focus, onChange }: FocusFieldProps) {
  const chosen = readFocus(focus);
  const point = chosen ?? MIDDLE;
  const handlePointer = ({ buttons, currentTarget, clientX, clientY }: PointerEvent) => {
    if (buttons === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const percent = (at: number, from: number, length: number) => ((at - from) / length) * 100;
    onChange(writeFocus({ x: percent(clientX, left, width), y: percent(clientY, top, height) }));
  };
  return (
    <fieldset className="admin-focus">
      <legend className="small">Focal point</legend>
      <div
        className={chosen ? 'admin-focus-picture chosen' : 'admin-focus-picture'}
        style={{ '--focus-x': point.x / 100, '--focus-y': point.y / 100 }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          handlePointer(event);
        }}
        onPointerMove={handlePointer}
      >
        <img className="cover by-night" src={picture} alt="" width="600" height="600" />
      </div>
      <div className="admin-focus-steps">
        <p className="tiny quiet">
          {chosen
            ? 'This point stays visible where a page crops the cover.'
            : 'Not set: each page crops the cover itself.'}
        </p>
        {SLIDERS.map(({ part, label }) => (
          <label key={part} className="small">
            {label}
            <input
              type="range"
              min={0}
              max={100}
              value={point[part]}
              aria-valuetext={`${point[part]} %`}
              onChange={({ target }) =>
                onChange(writeFocus({ ...point, [part]: target.valueAsNumber }))
              }
            />
          </label>
        ))}
        {chosen ? (
          <Button small look="line" onClick={() => onChange(null)}>
            Clear
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}
