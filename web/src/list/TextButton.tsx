import type { ComponentProps } from 'react';
import styles from './textButton.module.css';

type Props = Pick<ComponentProps<'button'>, 'disabled' | 'onClick' | 'children'>;

/** A button that looks like the text around it. */
export const TextButton = (props: Props) => <button {...props} type="button" className={styles.textButton} />;
