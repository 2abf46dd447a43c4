import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MailDraft } from '#contract/calls/admin/mail-test.ts';
import { MAIL_TEMPLATES, MAIL_TEXTS } from '#contract/constants/texts/mail-texts.ts';
import { ownerMailsSchema } from '#contract/rows/settings.ts';
import { Button } from '#renderer/components/button.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { useAdminBackend } from '#renderer/features/admin/admin-session.ts';
import { MailTest } from '../mail-test.tsx';
import { LoadedSettings } from '../setting-form.tsx';
import { GroupTexts, type TextsDraft } from './site-texts.tsx';

export function MailTexts() {
  const [query, setQuery] = useSearchParams();
  const template = MAIL_TEMPLATES.find((name) => name === query.get('mail')) ?? 'signup';
  return (
    <>
      <SelectField
        label="Mail"
        value={template}
        options={MAIL_TEMPLATES.map((value) => ({ value, label: MAIL_TEXTS[value].title }))}
        onChoose={(mail) => setQuery({ part: 'mail-texts', mail })}
      />
      <GroupTexts
        name={`mail.${template}`}
        group={MAIL_TEXTS[template]}
        below={(draft) => <TryMail key={template} draft={toMailDraft(template, draft)} />}
      />
    </>
  );
}

const toMailDraft = (template: string, draft: TextsDraft): MailDraft => ({
  template,
  subject: draft.subject ?? '',
  preview: draft.preview ?? '',
  text: draft.text ?? '',
});

/** Previews the mail with the unsaved texts, on screen or in the owner's mailbox. */
function TryMail({ draft }: { draft: MailDraft }) {
  const { call } = useAdminBackend();
  const [result, setResult] = useState<{ subject: string; text: string } | { error: string }>();
  const loadPreview = async () => {
    try {
      setResult(await call('previewMail', { input: draft }));
    } catch (error) {
      setResult({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <section className="stack admin-settings" aria-label="Try the mail" data-apart>
      <div className="row">
        <Button look="soft" onClick={() => void loadPreview()}>
          Preview
        </Button>
      </div>
      {result && 'error' in result ? <Banner tone="bad">{result.error}</Banner> : null}
      {result && 'text' in result ? (
        <div className="card stack" role="status">
          <strong dir="auto">{result.subject}</strong>
          <p className="admin-mail" dir="auto">
            {result.text}
          </p>
        </div>
      ) : null}
      <LoadedSettings keys={['owner_mails']}>
        {({ owner_mails }) => (
          <MailTest draft={draft} to={ownerMailsSchema.catch({}).parse(owner_mails?.value).to} />
        )}
      </LoadedSettings>
    </section>
  );
}
