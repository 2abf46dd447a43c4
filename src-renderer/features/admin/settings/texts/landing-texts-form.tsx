import { useContext, useState } from 'react';
import type { LandingText } from '#contract/constants/pages/brand.ts';
import { LANDING_DEFAULTS } from '#contract/constants/texts/landing-defaults.ts';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { type PreviewedLanding, PreviewSlot } from '#renderer/features/admin/preview-slot.ts';
import type { AdminForm } from '#renderer/features/admin/shared/use-admin-form.ts';
import { type Theme, useTheme } from '#renderer/lib/theme.ts';
import { type BrandDraft, brandOnLanding, LANDING_FIELDS, landingPath } from './brand-draft.ts';
import { SiteTextField } from './site-text-field.tsx';

export function LandingTextsForm({ form }: { form: AdminForm<BrandDraft> }) {
  const [focused, setFocused] = useState<LandingText>('heroTitle');
  return (
    <div className="admin-texts-container">
      <fieldset className="admin-landing">
        <legend className="h3">Texts of the landing page</legend>
        <div className="stack">
          <p className="small quiet">Plain text. {'{name}'} stands for the name above.</p>
          {LANDING_FIELDS.map(([name, label]) => (
            <SiteTextField
              key={name}
              label={label}
              builtIn={LANDING_DEFAULTS[name]}
              error={form.errors[landingPath(name)]}
              value={form.draft[landingPath(name)] ?? ''}
              onFocus={({ currentTarget }) => {
                setFocused(name);
                // The browser scrolls only the caret into view, so the save bar may cover the rest.
                currentTarget.scrollIntoView({ block: 'nearest' });
              }}
              onChange={(text) => form.change({ [landingPath(name)]: text })}
            />
          ))}
        </div>
        <LandingPreview draft={form.draft} focused={focused} />
      </fieldset>
    </div>
  );
}

const FORM_FACTORS = [
  { value: 'phone', label: 'On a phone' },
  { value: 'wide', label: 'On a wide screen' },
] as const;
const THEMES = [
  { value: 'light', label: 'By day' },
  { value: 'dark', label: 'By night' },
] as const;

function LandingPreview({ draft, focused }: { draft: BrandDraft; focused: LandingText }) {
  const [form, setForm] = useState<PreviewedLanding['form']>('phone');
  const pageTheme = useTheme();
  const [chosen, setTheme] = useState<Theme>();
  const theme = chosen ?? pageTheme;
  const Preview = useContext(PreviewSlot)?.landing;
  const [isMissing, setMissing] = useState(false);
  if (isMissing) {
    return (
      <p className="small quiet">
        Couldn’t load the preview. You can save your changes without it.
      </p>
    );
  }
  return (
    <section className="admin-texts-preview" aria-label="Preview, as listeners see it">
      <ChipGroup label="Where" chips={FORM_FACTORS} value={form} onChange={setForm} />
      <ChipGroup label="Time of day" chips={THEMES} value={theme} onChange={setTheme} />
      {Preview ? (
        <Preview
          brand={brandOnLanding(draft)}
          theme={theme}
          form={form}
          word={focused}
          onMissing={() => setMissing(true)}
        />
      ) : null}
      <p className="tiny quiet">Live preview of the landing page.</p>
    </section>
  );
}
