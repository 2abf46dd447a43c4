import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { ErrorSummary, TextField } from '#renderer/components/forms/field.tsx';
import { Avatar } from '#renderer/components/pictures/avatar.tsx';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { readForm } from '#renderer/lib/form-values.ts';
import {
  isWebAddress,
  type ProfileForm,
  type ProfileFormErrors,
  readProfileForm,
} from './profile-form.ts';
import { uploadAvatar } from './upload-avatar.ts';
import { useUpdateProfile } from './use-update-profile.ts';

interface EditProfileDialogProps {
  /** The saved values; the form starts with them each time the dialog opens. */
  saved: ProfileForm;
}

export function EditProfileDialog({ saved }: EditProfileDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="line" small onClick={() => setIsOpen(true)}>
        Edit Profile
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Edit Profile">
        <EditProfileForm saved={saved} onSaved={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function EditProfileForm({ saved, onSaved }: EditProfileDialogProps & { onSaved: () => void }) {
  const [errors, setErrors] = useState<ProfileFormErrors>({});
  const update = useUpdateProfile();
  const [picture, setPicture] = useState(saved.avatar_url);
  const urlField = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: uploadAvatar,
    // One after the other, so that the last chosen picture stays.
    scope: { id: 'avatar' },
    onSuccess: (url) => {
      if (urlField.current) urlField.current.value = url;
      setPicture(url);
    },
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { value, errors: found } = readProfileForm(
      readForm(event.currentTarget, ['username', 'avatar_url']),
    );
    setErrors(found);
    if (value) update.mutate(value, { onSuccess: onSaved });
    else focusFirstError(event.currentTarget);
  };

  return (
    // `noValidate`: the form shows its own messages.
    <form className="stack" noValidate onSubmit={handleSubmit}>
      <ErrorSummary errors={errors} />
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        defaultValue={saved.username}
        error={errors.username}
      />
      <div className="avatar-pick">
        <Avatar big username={saved.username} url={picture} />
        <TextField
          label="Upload a picture"
          type="file"
          accept="image/*"
          hint={upload.isPending ? 'Uploading...' : 'Up to 5 MB'}
          error={upload.error?.message}
          onChange={({ target }) => target.files?.[0] && upload.mutate(target.files[0])}
        />
      </div>
      <TextField
        label="Avatar URL"
        name="avatar_url"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="Link to a picture, which is copied to this site. Leave empty to show your initial."
        ref={urlField}
        // On blur, so that a partly typed address is not requested as a picture.
        onBlur={({ target }) => setPicture(isWebAddress(target.value) ? target.value : '')}
        defaultValue={saved.avatar_url}
        error={errors.avatar_url}
      />
      <Button
        type="submit"
        block
        busy={(update.isPending && 'Saving...') || (upload.isPending && 'Uploading...')}
      >
        Save Changes
      </Button>
    </form>
  );
}
