import { type PointerEvent, useEffect, useRef } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { type Crop, drawCrop, MAX_ZOOM, movedBy } from './crop.ts';

interface CoverCropProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
  onCut: () => void;
  onCancel: () => void;
}

/** Side of the crop preview in pixels. */
const SIDE = 480;
const SLIDERS = [
  { part: 'x', label: 'Left to right', min: 0, max: 1 },
  { part: 'y', label: 'Up and down', min: 0, max: 1 },
  { part: 'zoom', label: 'Zoom', min: 1, max: MAX_ZOOM },
] as const;

/** Selects the square of a picture for the cover, by dragging or with sliders. */
export function CoverCrop({ picture, crop, onChange, onCut, onCancel }: CoverCropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const handleMove = ({ buttons, currentTarget, movementX, movementY }: PointerEvent) => {
    if (buttons === 0) return;
    const { width } = currentTarget.getBoundingClientRect();
    onChange(movedBy(picture, crop, { x: movementX / width, y: movementY / width }));
  };
  return (
    <fieldset className="admin-crop">
      <legend className="small">What the cover shows</legend>
      <canvas
        ref={canvas}
        width={SIDE}
        height={SIDE}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={handleMove}
      />
      {SLIDERS.map(({ part, label, min, max }) => (
        <label key={part} className="small">
          {label}
          <input
            type="range"
            min={min}
            max={max}
            step="any"
            value={crop[part]}
            onChange={({ target }) => onChange({ ...crop, [part]: target.valueAsNumber })}
          />
        </label>
      ))}
      <div className="row admin-wrap">
        <Button small onClick={onCut}>
          Use this part
        </Button>
        <Button small look="line" onClick={onCancel}>
          Keep the old cover
        </Button>
      </div>
    </fieldset>
  );
}
