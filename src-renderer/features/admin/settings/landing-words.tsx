import { type FocusEvent, useContext, useEffect, useId, useState } from 'react';
import type { LandingWord } from '#contract/words/brand.ts';
import { LANDING_WORDS } from '#contract/words/landing-words.ts';
import { Button } from '#renderer/components/button.tsx';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { TextAreaField, TextField } from '#renderer/components/field.tsx';
import { type Theme, useTheme } from '#renderer/lib/theme.ts';
import { type PreviewedLanding, PreviewSlot } from '../preview-slot.ts';
import { type BrandDraft, brandOnLanding, LANDING_FIELDS, landingPath } from './brand-draft.ts';

interface LandingWordsProps {
  draft: BrandDraft;
  errors: BrandDraft;
  onChange: (path: string, text: string) => void;
}

/** What the landing page says, in the owner's words, beside the page that says it. */
export function LandingWords({ draft, errors, onChange }: LandingWordsProps) {
  const [word, setWord] = useState<LandingWord>('heroTitle');
  return (
    <div className="a-words-room">
      <fieldset className="a-words">
        <legend className="h3">Words of the landing page</legend>
        <div className="stack">
          <p className="small quiet">
            Plain text. Where you write {'{name}'} stands the name from above.
          </p>
          {LANDING_FIELDS.map(([each, label]) => (
            <WordField
              key={each}
              label={label}
              house={LANDING_WORDS[each]}
              error={errors[landingPath(each)]}
              value={draft[landingPath(each)] ?? ''}
              onFocus={({ currentTarget }) => {
                setWord(each);
                // The browser is content when the caret can be seen, and the bar below lies over the rest.
                currentTarget.scrollIntoView({ block: 'nearest' });
              }}
              onChange={(text) => onChange(landingPath(each), text)}
            />
          ))}
        </div>
        <Seen draft={draft} word={word} />
      </fieldset>
    </div>
  );
}

interface WordFieldProps {
  label: string;
  /** What stands there without a word of hers. */
  house: string;
  error: string | undefined;
  value: string;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onChange: (text: string) => void;
}

/** Up to this many letters stand in one line. */
const ONE_LINE = 40;

function WordField({ label, house, value, onChange, ...rest }: WordFieldProps) {
  const id = useId();
  const isHers = value.trim() !== house;
  const Field = house.length > ONE_LINE ? TextAreaField : TextField;
  const giveBack = () => {
    onChange(house);
    // The button goes with the words it gives back.
    document.getElementById(id)?.focus();
  };
  return (
    <div className="a-word">
      <Field
        {...rest}
        id={id}
        label={label}
        placeholder={house}
        {...(house.length > ONE_LINE ? { rows: house.length > 2 * ONE_LINE ? 5 : 2 } : {})}
        hint={isHers ? `The house’s words: ${house}` : undefined}
        value={value}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
      />
      {isHers ? (
        <Button small look="soft" aria-describedby={id} onClick={giveBack}>
          Back to the house’s words
        </Button>
      ) : null}
    </div>
  );
}

const FORMS = [
  { value: 'phone', label: 'On a phone' },
  { value: 'wide', label: 'On a wide screen' },
] as const;
const THEMES = [
  { value: 'light', label: 'By day' },
  { value: 'dark', label: 'By night' },
] as const;

function Seen({ draft, word }: { draft: BrandDraft; word: LandingWord }) {
  const [form, setForm] = useState<PreviewedLanding['form']>('phone');
  const ofPage = useTheme();
  const [chosen, setTheme] = useState<Theme>();
  const theme = chosen ?? ofPage;
  const { Preview, isMissing } = usePreview();
  if (isMissing) {
    return (
      <p className="small quiet">
        The preview did not come. What you write can be saved without it.
      </p>
    );
  }
  return (
    <section className="a-words-seen" aria-label="Preview, as she sees it">
      <ChipGroup label="Where" chips={FORMS} value={form} onChange={setForm} />
      <ChipGroup label="Time of day" chips={THEMES} value={theme} onChange={setTheme} />
      {Preview ? (
        <Preview brand={brandOnLanding(draft)} theme={theme} form={form} word={word} />
      ) : null}
      <p className="tiny quiet">The landing page, with what stands in the fields now.</p>
    </section>
  );
}

/** Not by Suspense: the form must not wait for its preview, nor go with it when there is no line. */
function usePreview() {
  const part = useContext(PreviewSlot)?.landing;
  const [state, setState] = useState<'coming' | 'here' | 'missing'>('coming');
  useEffect(() => {
    part?.load().then(
      () => setState('here'),
      () => setState('missing'),
    );
  }, [part]);
  return {
    Preview: state === 'here' ? part?.Component : undefined,
    isMissing: state === 'missing',
  };
}
