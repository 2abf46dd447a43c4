import { useAtomValue } from 'jotai';
import { Volume2, VolumeX } from 'lucide-react';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { isMutedAtom, toolsAtom, volumeLevelAtom } from '../engine/player.atoms.ts';
import './volume-control.css';
import '#renderer/components/seek-slider.css';

/**
 * Mute and volume for desktop. Phones have hardware buttons, and some do not let a page set the
 * volume.
 */
export function VolumeControl() {
  const tools = useAtomValue(toolsAtom);
  const level = useAtomValue(volumeLevelAtom);
  const isMuted = useAtomValue(isMutedAtom);
  if (!tools?.volume.canSet) return null;
  const { mute, volume } = tools;
  const shown = isMuted ? 0 : level;
  const handleChange = (next: number) => {
    volume.set(next);
    mute.set(false);
  };
  return (
    <div className="volume">
      <IconButton
        icon={shown === 0 ? VolumeX : Volume2}
        label={isMuted ? 'Turn the sound on' : 'Turn the sound off'}
        onClick={() => mute.set(!isMuted)}
      />
      <div className="slider on-ground" style={{ '--at': `${shown * 100}%` }}>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={shown}
          aria-label="Volume"
          aria-valuetext={`${Math.round(shown * 100)} %`}
          onChange={({ target }) => handleChange(target.valueAsNumber)}
        />
      </div>
    </div>
  );
}
