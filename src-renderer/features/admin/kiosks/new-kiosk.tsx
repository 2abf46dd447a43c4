import { useState } from 'react';
import type { z } from 'zod';
import { type addedKioskSchema, newKioskSchema } from '#contract/calls/kiosks.ts';
import { groupCode } from '#contract/rows/centre-codes.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { Fact } from '../shared/fact.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminForm } from '../shared/use-admin-form.ts';

const { maxLength } = newKioskSchema.shape.name;

/** Registers a kiosk on another machine and shows the address and code to enter there. */
export function NewKiosk({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<z.infer<typeof addedKioskSchema>>();
  const form = useAdminForm({
    schema: newKioskSchema,
    saved: { name: '' },
    refetches: 'kiosks',
    save: async (input, _, { call }) => {
      setAdded(await call('addKiosk', { input }));
    },
  });
  return (
    <SidePanel title="Add a kiosk" onClose={onClose}>
      {added ? (
        <>
          <p className="small" role="status">
            At the kiosk: hold the upper right corner for three seconds, enter the PIN, choose
            ‘Report to a main server’ and enter these.
          </p>
          <dl className="kiosk-facts kiosk-join">
            <Fact label="Address">{window.location.origin}</Fact>
            <Fact label="Code">{groupCode(added.code)}</Fact>
          </dl>
          <p className="small quiet">
            The code works once, for {added.minutes} minutes, and is not shown again. For another
            code, remove the kiosk from the list and add it again.
          </p>
          <div>
            <Button look="soft" onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <AdminForm form={form} action={['Make a code', 'Adding...']}>
          <p className="small quiet">
            For a kiosk on another machine, which already reports to its own server. It then appears
            in this list too, and its settings can be changed here.
          </p>
          <TextField
            label="Name"
            hint="The name that staff use, such as ‘Room 2’."
            required
            {...(maxLength === null ? {} : { maxLength })}
            autoComplete="off"
            {...form.field('name')}
          />
        </AdminForm>
      )}
    </SidePanel>
  );
}
