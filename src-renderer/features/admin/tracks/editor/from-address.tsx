import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';

interface FromAddressProps {
  label: string;
  isBusy: boolean;
  onFetch: (address: string) => void;
}

/** An alternative to an upload: the server fetches the file from an https address. */
export function FromAddress({ label, isBusy, onFetch }: FromAddressProps) {
  const [address, setAddress] = useState('');
  const fetchIt = () => {
    if (address.trim() !== '' && !isBusy) onFetch(address.trim());
  };
  return (
    <details>
      <summary className="small">From an address</summary>
      <TextField
        label={label}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="The server fetches the file once and keeps its own copy."
        value={address}
        onChange={({ target: { value } }) => setAddress(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Keeps the surrounding form from being submitted.
          event.preventDefault();
          fetchIt();
        }}
      />
      <Button look="soft" small disabled={isBusy || address.trim() === ''} onClick={fetchIt}>
        Fetch
      </Button>
    </details>
  );
}
