import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Avatar } from '#renderer/components/pictures/avatar.tsx';
import { readForm } from '#renderer/lib/form-values.ts';
import { uploadAvatar } from './upload-avatar.ts';
import { type ProfileForm, useUpdateProfile } from './use-update-profile.ts';

const NAME_LENGTH = 'Username must be at least 2 characters';

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
  const update = useUpdateProfile();
  const [picture, setPicture] = useState(saved.avatar_url);
  const urlField = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: uploadAvatar,
    onSuccess: (url) => {
      if (urlField.current) urlField.current.value = url;
      setPicture(url);
    },
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { username, avatar_url } = readForm(event.currentTarget, ['username', 'avatar_url']);
    update.mutate({ username: username.trim(), avatar_url }, { onSuccess: onSaved });
  };

  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        required
        maxLength={80}
        // Two characters besides surrounding blanks.
        pattern="\s*\S.*\S\s*"
        data-missing={NAME_LENGTH}
        data-mismatch={NAME_LENGTH}
        defaultValue={saved.username}
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
        onBlur={({ target }) => setPicture(target.validity.valid ? target.value : '')}
        pattern="[Hh][Tt][Tt][Pp][Ss]?://.*"
        data-mismatch="Must be a valid URL"
        defaultValue={saved.avatar_url}
      />
      <Button
        type="submit"
        block
        busy={(update.isPending && 'Saving...') || (upload.isPending && 'Uploading...')}
      >
        Save Changes
      </Button>
    </CheckedForm>
  );
}
