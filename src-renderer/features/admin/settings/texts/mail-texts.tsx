import { useSearchParams } from 'react-router-dom';
import type { MailDraft } from '#contract/calls/admin/mail-test.ts';
import { MAIL_TEMPLATES, MAIL_TEXTS } from '#contract/constants/texts/mail-texts.ts';
import { ownerMailsSchema } from '#contract/rows/settings.ts';
import { Button } from '#renderer/components/button.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { useAdminQuery } from '#renderer/features/admin/shared/use-admin-query.ts';
import { MailTest } from '../mail-test.tsx';
import { LoadedSettings } from '../setting-form.tsx';
import { GroupTexts, type TextsDraft } from './site-texts.tsx';

export function MailTexts() {
  const [query, setQuery] = useSearchParams();
  const template = MAIL_TEMPLATES.find((name) => name === query.get('mail')) ?? 'signup';
  return (
    <>
      <div className="admin-settings">
        <SelectField
          label="Mail"
          value={template}
          options={MAIL_TEMPLATES.map((value) => ({ value, label: MAIL_TEXTS[value].title }))}
          onChoose={(mail) => setQuery({ part: 'mail-texts', mail })}
        />
      </div>
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
  const preview = useAdminQuery(
    ['mail-preview', draft.template],
    ({ call }, { signal }) => call('previewMail', { input: draft, signal }),
    { enabled: false, retry: false, gcTime: 0 },
  );
  return (
    <section className="stack admin-settings" aria-label="Try the mail" data-apart>
      <div className="row">
        <Button look="soft" onClick={() => void preview.refetch()}>
          Preview
        </Button>
      </div>
      {preview.isError ? <Banner tone="bad">{preview.error.message}</Banner> : null}
      {preview.isSuccess ? (
        <div className="card stack" role="status">
          <strong dir="auto">{preview.data.subject}</strong>
          <p className="admin-mail" dir="auto">
            {preview.data.text}
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
