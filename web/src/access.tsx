import { can } from '@keyward/contract/permissions';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { NoPermission } from '#ui/states.tsx';
import styles from './access.module.css';

const GroupsPanel = lazily(async () => (await import('#features/groups/page.tsx')).GroupsPanel, {
  texts: ['activity', 'devices', 'groups', 'profiles', 'roles', 'settings', 'views'],
});
const RolesPanel = lazily(async () => (await import('#features/roles/page.tsx')).RolesPanel, { texts: ['roles'] });

const parts = [
  { name: 'groups', label: 'shell.access.groups', rule: can.readGroups, Panel: GroupsPanel },
  { name: 'roles', label: 'shell.access.roles', rule: can.readRoles, Panel: RolesPanel },
] as const;

/** Access: groups, and roles with their permissions. Specification, part 1, section 2 'Access screen'. */
export function AccessPage() {
  const { t } = useTranslation();
  const { authority } = useSession();
  const { pathname } = useLocation();
  const mine = parts.filter(({ rule }) => rule.holds(authority));
  // the last is Roles & Permissions wherever it may be seen
  const chosen = mine.find(({ name }) => pathname === `/access/${name}`) ?? mine.at(-1);
  if (!chosen) return <NoPermission wholePage />;
  const { Panel } = chosen;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('shell.tabs.access')}</h1>
        {mine.length > 1 ? (
          <nav className={styles.selector} aria-label={t('shell.access.selector')}>
            {mine.map(({ name, label }) => (
              <Link
                key={name}
                to="/access/$"
                params={{ _splat: name }}
                className={styles.choice}
                aria-current={name === chosen.name ? 'page' : undefined}
                data-chosen={name === chosen.name || undefined}
              >
                {t(label)}
              </Link>
            ))}
          </nav>
        ) : (
          <h2>{t(chosen.label)}</h2>
        )}
      </div>
      <Suspense>
        <Panel />
      </Suspense>
    </div>
  );
}
