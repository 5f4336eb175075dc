import encodeQR from 'qr';

/** Modules of quiet ground around the code, as ISO/IEC 18004 asks. */
const quiet = 4;

/** A QR code, dark on light in both schemes, because many readers know no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: quiet });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const size = rows.length;
  return (
    <svg width={240} height={240} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
