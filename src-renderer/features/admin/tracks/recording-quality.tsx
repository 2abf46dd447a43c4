import type { AudioContent } from '#contract/rows/audio-content.ts';
import {
  defaultKbits,
  LISTENING_KBITS,
  MONO_KBITS,
  type Recording,
} from '#contract/rows/recordings.ts';
import { SelectField } from '#renderer/components/field.tsx';
import type { MeasureInput } from './use-recording.ts';

interface RecordingQualityProps {
  recording: Recording;
  kind: AudioContent['kind'];
  onChoose: (input: MeasureInput) => void;
}

/** How much of the line her phone spends on it; the original is kept whatever is chosen. */
export function RecordingQuality({ recording, kind, onChoose }: RecordingQualityProps) {
  const { path, wanted_kbits: wanted } = recording;
  const choose = (value: string) =>
    onChoose({ path, kbits: LISTENING_KBITS.find((kbits) => String(kbits) === value) ?? null });
  return (
    <SelectField
      label="Size for listening"
      hint="Another choice makes a new copy of the original at once."
      value={wanted ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{`As its kind: ${describeKbits(defaultKbits(kind))}`}</option>
      {LISTENING_KBITS.map((kbits) => (
        <option key={kbits} value={kbits}>
          {describeKbits(kbits)}
        </option>
      ))}
    </SelectField>
  );
}

const describeKbits = (kbits: number) =>
  `${kbits} kbit/s${kbits > MONO_KBITS ? '' : ', one channel'}`;
