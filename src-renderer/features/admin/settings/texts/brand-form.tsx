import { TextAreaField, TextField } from '#renderer/components/forms/field.tsx';
import { AdminForm } from '#renderer/features/admin/shared/admin-form.tsx';
import { SettingForm, type SettingFormOptions } from '../setting-form.tsx';
import {
  BRAND_FIELDS,
  BRAND_LABELS,
  type BrandDraft,
  brandFormSchema,
  draftOf,
  overrideOf,
} from './brand-draft.ts';
import { LandingTextsForm } from './landing-texts-form.tsx';

const BRAND: SettingFormOptions<BrandDraft, BrandDraft> = {
  draftName: 'brand',
  keys: ['brand'],
  schema: brandFormSchema,
  draftOf: ({ brand }) => draftOf(brand?.value),
  toValues: (draft) => ({ brand: overrideOf(draft) }),
};

export function BrandSettings() {
  return (
    <SettingForm options={BRAND}>
      {(form) => (
        <AdminForm form={form} className="admin-settings" describe={{ names: BRAND_LABELS }}>
          <p className="small quiet">
            Changes appear on the next page load. Clear a field to restore the default.
          </p>
          {BRAND_FIELDS.map(({ title, note, fields }) => (
            <fieldset key={title} className="stack">
              <legend className="h3">{title}</legend>
              {note ? <p className="small quiet">{note}</p> : null}
              {fields.map(([path, label]) => {
                const Field = path === 'address' ? TextAreaField : TextField;
                return <Field key={path} label={label} {...form.field(path)} />;
              })}
            </fieldset>
          ))}
          <LandingTextsForm form={form} />
        </AdminForm>
      )}
    </SettingForm>
  );
}
