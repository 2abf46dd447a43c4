import { type FormEvent, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { TextAreaField, TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useSendNotification } from './notifications-query.ts';

/** Nothing leaves before it was seen as she will see it. */
export function WriteNotification({ onDone }: { onDone: () => void }) {
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const [when, setWhen] = useState('');
  const [isPreview, setPreview] = useState(false);
  const send = useSendNotification();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPreview) {
      setPreview(true);
      return;
    }
    // The field speaks of the admin's own clock.
    const publishAt = when === '' ? undefined : new Date(when).toISOString();
    send.mutate(
      { title: title.trim(), body: body.trim(), publishAt },
      {
        onSuccess: () => {
          toast.success(publishAt ? 'Scheduled' : 'Sent to everybody');
          onDone();
        },
      },
    );
  };

  if (isPreview) {
    return (
      <form className="stack" onSubmit={handleSubmit}>
        <p className="small quiet">This is what everybody who is signed in will find:</p>
        <article className="a-preview">
          <h3>{title}</h3>
          <p>{body}</p>
        </article>
        <p className="small">
          {when === '' ? 'It appears at once.' : `It appears on ${when.replace('T', ' at ')}.`}
        </p>
        {send.isError ? <Banner tone="bad">{send.error.message}</Banner> : null}
        <div className="row">
          <Button type="submit" busy={send.isPending && 'Sending...'}>
            {when === '' ? 'Send now' : 'Schedule'}
          </Button>
          <Button look="line" onClick={() => setPreview(false)}>
            Change it
          </Button>
        </div>
      </form>
    );
  }
  return (
    <form className="stack" onSubmit={handleSubmit}>
      <TextField
        label="Title"
        required
        maxLength={120}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextAreaField
        label="Text"
        rows={5}
        required
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <TextField
        label="When"
        type="datetime-local"
        hint="Empty: at once."
        value={when}
        onChange={(event) => setWhen(event.target.value)}
      />
      <Button type="submit">Preview</Button>
    </form>
  );
}
