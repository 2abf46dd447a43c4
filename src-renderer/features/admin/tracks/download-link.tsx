import { useFileName } from './use-file-name.ts';
import { usePreviewAddress } from './use-recording.ts';

interface DownloadLinkProps {
  address: string;
  children: string;
}

/** The file as it was sent, under the name it had; also where it is behind the premium gate. */
export function DownloadLink({ address, children }: DownloadLinkProps) {
  const name = useFileName(address);
  const source = usePreviewAddress(address);
  // Kept elsewhere on the web, or not there.
  if (name === undefined || !source?.startsWith('/')) return null;
  return (
    <a
      className="btn soft small"
      href={`${source}&download=${encodeURIComponent(name)}`}
      download={name}
    >
      {children}
    </a>
  );
}
