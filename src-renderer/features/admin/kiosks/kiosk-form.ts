import { z } from 'zod';
import { type KioskSettings, kioskSettingsSchema } from '#contract/device/desktop.ts';

const { shape } = kioskSettingsSchema;

type NumberName = Exclude<keyof KioskSettings, 'name' | 'openingHours'>;

interface NumberField {
  readonly name: NumberName;
  readonly label: string;
  readonly hint: string;
  /** Stored units per displayed unit: 60 for seconds shown as minutes. */
  readonly factor?: number;
}

export const NUMBER_FIELDS: readonly NumberField[] = [
  {
    name: 'volumePercent',
    label: 'Volume limit (%)',
    hint: 'The maximum, in per cent of the system’s volume. 0 is silent.',
  },
  {
    name: 'idleSeconds',
    label: 'Idle time (minutes)',
    hint: 'After this time without touch, keys and sound, it asks whether someone is still there.',
    factor: 60,
  },
  {
    name: 'warningSeconds',
    label: 'Warning (seconds)',
    hint: 'How long it waits for an answer before it clears the session.',
  },
  {
    name: 'dimSeconds',
    label: 'Dim after (seconds)',
    hint: 'After this time without a touch, the screen goes dark. Sound continues.',
  },
  {
    name: 'hardLimitMinutes',
    label: 'Hard limit (minutes)',
    hint: 'After this time, sound alone no longer keeps a session open. Leave empty for no limit.',
  },
];

/** The API's limits in displayed units. */
export function rangeOf({ name, factor = 1 }: NumberField) {
  const { minValue, maxValue } =
    name === 'hardLimitMinutes' ? shape.hardLimitMinutes.unwrap() : shape[name];
  return { min: Number(minValue) / factor, max: Number(maxValue) / factor };
}

/** As typed; an empty hard limit means none. */
export interface KioskDraft extends Record<NumberName, string> {
  name: string;
  openingHours: KioskSettings['openingHours'];
}

export function draftOf(settings: KioskSettings): KioskDraft {
  const numbers = NUMBER_FIELDS.map(({ name, factor = 1 }) => {
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

function readNumber(text: string, { name, factor = 1 }: NumberField): number | null {
  if (text.trim() === '') return name === 'hardLimitMinutes' ? null : Number.NaN;
  const value = Number(text) * factor;
  // Displayed minutes are rounded, so their seconds may not be whole.
  return factor === 1 ? value : Math.round(value);
}

function describeRange(field: NumberField): string {
  const { min, max } = rangeOf(field);
  return `Please write a ${field.factor ? '' : 'whole '}number from ${min} to ${max}.`;
}
