import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { visibleSections } from '#sections.ts';
import { IconArrowLeft } from '#ui/icons.tsx';
import styles from './dashboard.module.css';

/** Link from a board of Insights back to Insights or, without the right to it, to the first visible section. */
export function BackLink() {
  const { t } = useTranslation();
  const [first] = visibleSections(useSession());
  if (!first) return null;
  return (
    <Link to={first.path} className={styles.back}>
      <IconArrowLeft size={16} />
      {first.id === 'dashboard' ? t('dashboard.title') : t(`shell.tabs.${first.id}`)}
    </Link>
  );
}
