import { useContext, useState } from 'react';
import type { LandingText } from '#contract/constants/pages/brand.ts';
import { LANDING_DEFAULTS } from '#contract/constants/texts/landing-defaults.ts';
import { PreviewSlot } from '#renderer/features/admin/preview-slot.ts';
import type { AdminForm } from '#renderer/features/admin/shared/use-admin-form.ts';
import { type BrandDraft, brandOnLanding, LANDING_FIELDS, landingPath } from './brand-draft.ts';
import { SiteTextField } from './site-text-field.tsx';

export function LandingTextsForm({ form }: { form: AdminForm<BrandDraft> }) {
  const [focused, setFocused] = useState<LandingText>('heroTitle');
  const Preview = useContext(PreviewSlot)?.Landing;
  return (
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
            onFocus={() => setFocused(name)}
            onChange={(text) => form.change({ [landingPath(name)]: text })}
          />
        ))}
      </div>
      <section className="admin-landing-preview" aria-label="Preview, as listeners see it">
        {Preview ? <Preview brand={brandOnLanding(form.draft)} word={focused} /> : null}
        <p className="tiny quiet">Live preview of the landing page.</p>
      </section>
    </fieldset>
  );
}
