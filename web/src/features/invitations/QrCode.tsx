import encodeQR from 'qr';

/** Width of the quiet zone around the code, in modules, as required by ISO/IEC 18004. */
const quiet = 4;

/** QR code, dark on light in both colour schemes, because many readers recognise nothing else. */
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
