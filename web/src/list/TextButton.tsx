import type { ComponentProps } from 'react';
import styles from './textButton.module.css';

type Props = Pick<ComponentProps<'button'>, 'disabled' | 'onClick' | 'children'>;

/** A button that looks like text of its line. */
export const TextButton = (props: Props) => <button {...props} type="button" className={styles.textButton} />;
