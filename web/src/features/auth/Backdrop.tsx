import styles from './auth.module.css';

const shield =
  'M16 1.5 4.2 5.300A1.7 1.7 0 0 0 3 6.900v8.300c0 7 5 12.6 12.3 15.2.5.2 1 .2 1.5 0C24 27.8 29 22.2 29 15.200V6.900c0-.7-.5-1.4-1.2-1.600L16 1.5Z';
const keyhole =
  'M16 7.200a5.3 5.3 0 0 0-2 10.200V23c0 .4.2.8.5 1l1.5 1.3 1.5-1.300c.3-.2.5-.6.5-1v-.9l1.3-1.1-1.3-1.100v-2.5a5.3 5.3 0 0 0-2-10.200Z';
const rings = [1, 1.34, 1.72, 2.14, 2.6, 3.1, 3.64, 4.22];

/** The logo mark, drawn large, with its outline repeated around it like the wards of a lock. */
export function Backdrop() {
  return (
    <svg className={styles.drawing} viewBox="-34 -34 100 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {rings.map((scale, i) => (
        <path
          key={scale}
          d={shield}
          fill="none"
          stroke="#fff"
          strokeOpacity={0.34 - i * 0.038}
          strokeWidth={0.22 / scale}
          transform={`translate(16 16) scale(${scale}) translate(-16 -16)`}
        />
      ))}
      <path d={shield} fill="#fff" fillOpacity="0.08" />
      <path d={keyhole} fill="#fff" fillOpacity="0.92" />
      <circle cx="16" cy="12.2" r="1.9" fill="#4a48b8" />
    </svg>
  );
}
