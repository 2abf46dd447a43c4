import { useRef } from 'react';
import { Button } from '#renderer/components/button.tsx';

interface FileButtonProps {
  children: React.ReactNode;
  /** '.mp3,.m4a,.wav' */
  accept: string;
  /** Read aloud for the hidden field. */
  label: string;
  multiple?: boolean;
  soft?: boolean;
  busy?: string | false;
  onFiles: (files: readonly File[]) => void;
}

/** A button that opens the system's own choice of files. */
export function FileButton(props: FileButtonProps) {
  const { children, accept, label, multiple = false, soft = false, busy = false, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again after it has been mended.
          currentTarget.value = '';
        }}
      />
      <Button
        look={soft ? 'soft' : 'primary'}
        small={soft}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
