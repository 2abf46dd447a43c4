import encodeQR from 'qr';
import './qr-code.css';

interface QrCodeProps {
  /** Content of the code. */
  address: string;
  /** Accessible name. */
  label: string;
}

/** Quiet zone in modules; ISO/IEC 18004 requires four. */
const QUIET_ZONE = 4;

/**
 * Dark on light in both themes, since many cameras cannot read inverted codes. Uses the lowest error correction: a code
 * on a screen is not damaged, and fewer modules are larger.
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
