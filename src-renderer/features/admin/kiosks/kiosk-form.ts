import { z } from 'zod';
import { type KioskSettings, kioskSettingsSchema } from '#contract/device/desktop.ts';

const { shape } = kioskSettingsSchema;

type NumberName =
  | 'volumePercent'
  | 'idleSeconds'
  | 'warningSeconds'
  | 'dimSeconds'
  | 'hardLimitMinutes';

interface NumberField {
  readonly name: NumberName;
  readonly label: string;
  readonly hint: string;
  /** The API's limits, in displayed units. */
  readonly min: number;
  readonly max: number;
  /** Stored units per displayed unit: 60 for seconds shown as minutes. */
  readonly factor: number;
}

const numberField = (
  name: NumberName,
  label: string,
  hint: string,
  { minValue, maxValue }: { minValue: number | null; maxValue: number | null },
  factor = 1,
): NumberField => ({
  name,
  label,
  hint,
  min: Number(minValue) / factor,
  max: Number(maxValue) / factor,
  factor,
});

export const NUMBER_FIELDS: readonly NumberField[] = [
  numberField(
    'volumePercent',
    'Volume limit (%)',
    'The loudest it plays, as a share of what the system allows. 0 is silence.',
    shape.volumePercent,
  ),
  numberField(
    'idleSeconds',
    'Idle time (minutes)',
    'Without touch, key and sound for so long, it asks whether someone is still there.',
    shape.idleSeconds,
    60,
  ),
  numberField(
    'warningSeconds',
    'Warning (seconds)',
    'How long that question waits before the whole session is cleared.',
    shape.warningSeconds,
  ),
  numberField(
    'dimSeconds',
    'Dim after (seconds)',
    'Without a touch for so long the screen goes dark. Sound continues.',
    shape.dimSeconds,
  ),
  numberField(
    'hardLimitMinutes',
    'Hard limit (minutes)',
    'After so long sound alone no longer keeps a session open. Empty for no limit.',
    shape.hardLimitMinutes.unwrap(),
  ),
];

/** As typed; an empty hard limit means none. */
export interface KioskDraft extends Record<NumberName, string> {
  name: string;
  openingHours: KioskSettings['openingHours'];
}

export function draftOf(settings: KioskSettings): KioskDraft {
  const numbers = NUMBER_FIELDS.map(({ name, factor }) => {
    const value = settings[name];
    return [name, value === null ? '' : String(Math.round((value / factor) * 100) / 100)];
  });
  const { name, openingHours } = settings;
  return { name, openingHours, ...Object.fromEntries(numbers) };
}

/** Converts the typed numbers to stored units, and validates with the API's schema. */
export const kioskFormSchema: z.ZodType<KioskSettings, KioskDraft> = z
  .custom<KioskDraft>()
  .transform((draft, context) => {
    const numbers = NUMBER_FIELDS.map((one) => [one.name, readNumber(draft[one.name], one)]);
    const result = kioskSettingsSchema.safeParse({ ...draft, ...Object.fromEntries(numbers) });
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      // The API's schema has no messages for numbers.
      const number = NUMBER_FIELDS.find(({ name }) => name === path[0]);
      const text = number ? describeRange(number) : message;
      context.addIssue({ code: 'custom', path: path.slice(0, 1), message: text });
    }
    return z.NEVER;
  });

function readNumber(text: string, { name, factor }: NumberField): number | null {
  if (text.trim() === '') return name === 'hardLimitMinutes' ? null : Number.NaN;
  const value = Number(text) * factor;
  // Displayed minutes are rounded, so their seconds may not be whole.
  return factor === 1 ? value : Math.round(value);
}

const describeRange = ({ min, max, factor }: NumberField) =>
  `Please write a ${factor === 1 ? 'whole ' : ''}number from ${min} to ${max}.`;
