import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { newKioskSchema } from '#contract/calls/kiosks.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { useAdminBackend } from '../admin-session.ts';
import { SidePanel } from '../shared/side-panel.tsx';
import { codeInGroups } from './kiosk-words.ts';
import { KIOSKS_KEY } from './kiosks-query.ts';

const { maxLength } = newKioskSchema.shape.name;

/** A place on the list for a kiosk on another machine, and what its staff type in there. */
export function NewKiosk({ onClose }: { onClose: () => void }) {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => call('addKiosk', { input: { name } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KIOSKS_KEY }),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <SidePanel title="Add a kiosk" onClose={onClose}>
      {add.data ? (
        <>
          <p className="small" role="status">
            At the kiosk: hold the upper right corner for three seconds, give the PIN, choose
            ‘Report to a main server’ and type these in.
          </p>
          <dl className="kiosk-facts kiosk-join">
            <div>
              <dt>Address</dt>
              <dd>{window.location.origin}</dd>
            </div>
            <div>
              <dt>Code</dt>
              <dd className="num">{codeInGroups(add.data.code)}</dd>
            </div>
          </dl>
          <p className="small quiet">
            The code works once, for {add.data.minutes} minutes, and is shown only here. Lost or too
            late? Remove the kiosk from the list and add it again.
          </p>
          <div>
            <Button look="soft" onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <CheckedForm className="stack" onSubmit={handleSubmit}>
          <p className="small quiet">
            For a kiosk on another machine, which reports to its own server already. From then on it
            is on this list as well, and can be set from here.
          </p>
          <TextField
            label="Name"
            hint="By which staff know it, such as ‘Room 2’."
            required
            {...(maxLength === null ? {} : { maxLength })}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {add.isError ? <Banner tone="bad">{add.error.message}</Banner> : null}
          <Button type="submit" busy={add.isPending && 'Adding...'}>
            Make a code
          </Button>
        </CheckedForm>
      )}
    </SidePanel>
  );
}
