import styles from './pictures.module.css';

type Props = {
  id: string;
  /** `cut`: over a partial bar; the others distinguish series. */
  kind: 'cut' | 'dots' | 'lines';
};

/** An SVG pattern that is drawn over a bar. */
export function Pattern({ id, kind }: Props) {
  const size = kind === 'cut' ? 6 : kind === 'dots' ? 4 : 3;
  return (
    <pattern
      id={id}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform={kind === 'cut' ? 'rotate(45)' : undefined}
    >
      {kind === 'cut' ? <line y2={size} className={styles.hatch} /> : null}
      {kind === 'dots' ? <circle cx={2} cy={2} r={0.9} className={styles.dot} /> : null}
      {kind === 'lines' ? <line x2={size} y1={0.5} y2={0.5} className={styles.rule} /> : null}
    </pattern>
  );
}
