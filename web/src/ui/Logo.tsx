/**
 * Keyward's mark: a shield whose keyhole is a key's bow and bit. One drawing, also in public/favicon.svg and
 * index.html, in the brand colour of the scheme.
 */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <path
        fill="var(--mantine-color-iris-6)"
        d="M16 1.5 4.2 5.300A1.7 1.7 0 0 0 3 6.900v8.300c0 7 5 12.6 12.3 15.2.5.2 1 .2 1.5 0C24 27.8 29 22.2 29 15.200V6.900c0-.7-.5-1.4-1.2-1.600L16 1.5Z"
      />
      <path
        fill="#fff"
        d="M16 7.200a5.3 5.3 0 0 0-2 10.200V23c0 .4.2.8.5 1l1.5 1.3 1.5-1.300c.3-.2.5-.6.5-1v-.9l1.3-1.1-1.3-1.100v-2.5a5.3 5.3 0 0 0-2-10.200Z"
      />
      <circle cx="16" cy="12.2" r="1.9" fill="var(--mantine-color-iris-6)" />
    </svg>
  );
}

/** An organization's logo with its name beside it, on white: most logos are drawn for white paper. */
export function OwnLogo({ src, name }: { src: string; name: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10, minWidth: 0, color: 'var(--kw-text)' }}>
      <img
        src={src}
        alt=""
        style={{ height: 28, maxWidth: 'min(112px, 22vw)', padding: 2, borderRadius: 4, background: '#fff' }}
      />
      <span
        style={{
          overflow: 'hidden',
          maxWidth: '16vw',
          fontWeight: 680,
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {name}
      </span>
    </span>
  );
}

/** The mark with the product's name beside it. */
export function Logo({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10, color: 'var(--kw-text)' }}>
      <Mark size={size} />
      <span style={{ fontSize: size * 0.64, fontWeight: 680, letterSpacing: '-0.02em', lineHeight: 1 }}>{name}</span>
    </span>
  );
}
