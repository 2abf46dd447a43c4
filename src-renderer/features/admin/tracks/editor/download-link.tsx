import { useFileName } from './use-file-name.ts';
import { usePreviewAddress } from './use-recording.ts';

interface DownloadLinkProps {
  address: string;
  children: string;
}

/** Downloads the original file under its original name, even behind the premium gate. */
export function DownloadLink({ address, children }: DownloadLinkProps) {
  const name = useFileName(address);
  const source = usePreviewAddress(address);
  // A file that is hosted elsewhere or missing cannot be downloaded.
  if (name === undefined || !source?.startsWith('/')) return null;
  return (
    <a
      className="button soft small"
      href={`${source}&download=${encodeURIComponent(name)}`}
      download={name}
    >
      {children}
    </a>
  );
}
