import { paths } from '@keyward/contract/paths';
import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { NoPermission } from '#ui/states.tsx';
import { TabLinks } from '#ui/TabLinks.tsx';
import styles from './access.module.css';
import { accessParts } from './entities.ts';

/** Access: groups, and roles with their permissions. Specification, part 1, section 2 'Access screen'. */
export function AccessPage() {
  const { t } = useTranslation();
  const { authority } = useSession();
  const { pathname } = useLocation();
  const mine = accessParts.filter(({ reads }) => reads.holds(authority));
  // defaults to the last one, which is Roles & Permissions where it is visible
  const chosen = mine.find(({ name }) => pathname === paths.access(name)) ?? mine.at(-1);
  if (!chosen) return <NoPermission wholePage />;
  const { panel: Panel } = chosen;
  return (
    <div className={styles.page} data-wide={chosen.wide || undefined}>
      <div className={styles.head}>
        <h1>{t('shell.tabs.access')}</h1>
        {mine.length > 1 ? (
          <TabLinks
            label={t('shell.access.selector')}
            tabs={mine.map(({ name }) => ({
              to: paths.access(name),
              label: t(`shell.access.${name}`),
              chosen: name === chosen.name,
            }))}
          />
        ) : (
          <h2>{t(`shell.access.${chosen.name}`)}</h2>
        )}
      </div>
      <Suspense>
        <Panel />
      </Suspense>
    </div>
  );
}
