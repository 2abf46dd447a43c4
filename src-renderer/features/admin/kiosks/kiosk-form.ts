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
  /** As it is shown; the contract's own limits. */
  readonly min: number;
  readonly max: number;
  /** How many of the contract's units one shown unit has: seconds are shown as minutes by 60. */
  readonly factor: number;
}

const field = (
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
  field(
    'volumePercent',
    'Volume limit (%)',
    'The loudest it plays, as a share of what the system allows. 0 is silence.',
    shape.volumePercent,
  ),
  field(
    'idleSeconds',
    'Idle time (minutes)',
    'Without touch, key and sound for so long, it asks whether she is still there.',
    shape.idleSeconds,
    60,
  ),
  field(
    'warningSeconds',
    'Warning (seconds)',
    'How long that question waits before everything of hers is cleared.',
    shape.warningSeconds,
  ),
  field(
    'dimSeconds',
    'Dim after (seconds)',
    'Without a touch for so long the screen goes dark. Sound goes on.',
    shape.dimSeconds,
  ),
  field(
    'hardLimitMinutes',
    'Hard limit (minutes)',
    'After so long sound alone no longer keeps a session open. Empty for no limit.',
    shape.hardLimitMinutes.unwrap(),
  ),
];

/** As typed; an empty hard limit is none. */
export type KioskDraft = Record<NumberName, string> & Pick<KioskSettings, 'name' | 'openingHours'>;
type KioskErrors = { [Field in keyof KioskDraft]?: string };

export function draftOf(settings: KioskSettings): KioskDraft {
  const numbers = NUMBER_FIELDS.map(({ name, factor }) => {
    const value = settings[name];
    return [name, value === null ? '' : String(Math.round((value / factor) * 100) / 100)];
  });
  return { ...settings, ...Object.fromEntries(numbers) };
}

/** Each field as one text, in which an unsaved form is kept; and back again. */
export const fieldsOf = (draft: KioskDraft): Record<keyof KioskDraft, string> => ({
  ...draft,
  openingHours: JSON.stringify(draft.openingHours),
});

export function draftFrom(fields: Readonly<Record<string, string>>, saved: KioskDraft): KioskDraft {
  const { openingHours: text, ...texts } = fields;
  const hours = hoursFrom(text);
  // Null is an answer too: always open.
  const openingHours = hours === undefined ? saved.openingHours : hours;
  return { ...saved, ...texts, openingHours };
}

/** A time that has been emptied is '' until it is typed. */
const typedHoursSchema = z
  .array(z.object({ from: z.string(), to: z.string() }).nullable())
  .length(7)
  .nullable();

/** Undefined when the text is none of ours. */
export function hoursFrom(text = ''): KioskDraft['openingHours'] | undefined {
  try {
    return typedHoursSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The settings to save, or one message for each field that is wrong. */
export function readKioskForm(draft: KioskDraft): { value?: KioskSettings; errors: KioskErrors } {
  const numbers = NUMBER_FIELDS.map((one) => [one.name, readNumber(draft[one.name], one)]);
  const result = kioskSettingsSchema.safeParse({ ...draft, ...Object.fromEntries(numbers) });
  if (result.success) return { value: result.data, errors: {} };
  const all = Object.entries(z.flattenError(result.error).fieldErrors);
  const errors: KioskErrors = Object.fromEntries(all.map(([name, texts]) => [name, texts?.[0]]));
  // The contract has no words of its own for numbers.
  for (const one of NUMBER_FIELDS) if (errors[one.name]) errors[one.name] = sayRange(one);
  return { errors };
}

function readNumber(text: string, { name, factor }: NumberField): number | null {
  if (text.trim() === '') return name === 'hardLimitMinutes' ? null : Number.NaN;
  const value = Number(text) * factor;
  // Minutes were rounded to be shown.
  return factor === 1 ? value : Math.round(value);
}

const sayRange = ({ min, max, factor }: NumberField) =>
  `Please write a ${factor === 1 ? 'whole ' : ''}number from ${min} to ${max}.`;
