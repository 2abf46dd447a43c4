import encodeQR from 'qr';
import './qr-code.css';

interface QrCodeProps {
  /** What a camera reads. */
  address: string;
  /** Its name for who cannot see it. */
  label: string;
}

/** The white edge without which cameras do not find the code, in modules: ISO/IEC 18004 asks for four. */
const QUIET_ZONE = 4;

/**
 * Dark on light in both themes, since many cameras do not read the reverse. Of the least redundancy: glass
 * is not paper that tears, and fewer modules are larger ones.
 */
export function QrCode({ address, label }: QrCodeProps) {
  const rows = encodeQR(address, 'raw', { ecc: 'low', border: QUIET_ZONE });
  const d = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={d.join('')} fill="currentColor" />
    </svg>
  );
}
