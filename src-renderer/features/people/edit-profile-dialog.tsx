import { type FormEvent, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { ErrorSummary, TextField } from '#renderer/components/field.tsx';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { type ProfileForm, type ProfileFormErrors, readProfileForm } from './profile-form.ts';
import { useUpdateProfile } from './use-update-profile.ts';

interface EditProfileDialogProps {
  /** What is saved now; the form begins with it each time the dialog opens. */
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
  const [form, setForm] = useState(saved);
  const [errors, setErrors] = useState<ProfileFormErrors>({});
  const update = useUpdateProfile();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { value, errors: found } = readProfileForm(form);
    setErrors(found);
    if (value) update.mutate(value, { onSuccess: onSaved });
    else focusFirstError(event.currentTarget);
  };

  return (
    // Our own messages stand in the form; the browser's would hide them.
    <form className="stack" noValidate onSubmit={handleSubmit}>
      <ErrorSummary errors={errors} />
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        value={form.username}
        error={errors.username}
        onChange={(event) => setForm({ ...form, username: event.target.value })}
      />
      <TextField
        label="Avatar URL"
        name="avatar_url"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="The address of a picture on this site; without one you see the first letter of your name. A picture elsewhere is not shown: its site would learn when you are here."
        value={form.avatar_url}
        error={errors.avatar_url}
        onChange={(event) => setForm({ ...form, avatar_url: event.target.value })}
      />
      <Button type="submit" block busy={update.isPending && 'Saving...'}>
        Save Changes
      </Button>
    </form>
  );
}
