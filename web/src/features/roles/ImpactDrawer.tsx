import { roles } from '@keyward/contract/calls';
import { type Role, type RoleImpact, toRolePermissions } from '@keyward/contract/roles';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { AffectedPeople, ChangeWords } from '#parts/AffectedPeople.tsx';
import affected from '#parts/affected.module.css';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconFailure } from '#ui/icons.tsx';
import { SlowNotice } from '#ui/states.tsx';
import { useBackCloses } from '#ui/useBackCloses.ts';
import styles from './roles.module.css';
import type { RoleEditor } from './useRoleEditor.ts';

/** Preview of a save of a role in use: the profiles whose permissions change, and how. Computed by the server. */
export function ImpactDrawer({ role, editor }: { role: Role; editor: RoleEditor }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  useBackCloses(editor.back);
  const impact = useApi(
    roles.impact,
    { params: { id: role.id }, body: { permissions: toRolePermissions(editor.draft.held) } },
    { staleTime: 0 },
  );
  const title = t('roles.impact.title', { name: editor.title });
  if (impact.error) {
    const footer = (
      <Button variant="default" data-autofocus onClick={editor.back}>
        {t('roles.impact.back')}
      </Button>
    );
    return (
      <DrawerFrame title={title} onClose={editor.back} footer={footer}>
        <p role="alert" className={styles.problem}>
          <IconFailure size={18} />
          <span>
            <strong>{t('roles.failure.update')}</strong> {errorText(impact.error)}
          </span>
        </p>
      </DrawerFrame>
    );
  }
  return (
    <ConfirmDrawer
      title={title}
      confirmLabel={t('roles.impact.save')}
      destructive={false}
      error={null}
      pending={editor.pending || impact.isFetching}
      onConfirm={() => editor.save(true)}
      onClose={editor.back}
    >
      <ul className={affected.changes} aria-label={t('roles.impact.changes')}>
        {editor.changed.map((change) => (
          <li key={change.id}>
            <ChangeWords change={change} />
          </li>
        ))}
      </ul>
      {impact.data && !impact.isFetching ? <Concerned impact={impact.data.data} /> : <SlowNotice />}
    </ConfirmDrawer>
  );
}

function Concerned({ impact }: { impact: RoleImpact }) {
  const { t } = useTranslation();
  const { gaining, losing, total, seen, people } = impact;
  if (total === 0) return <p className={styles.text}>{t('roles.impact.nobody')}</p>;
  const listed = people.length;
  return (
    <section aria-labelledby="concerned" className={styles.concerned}>
      <h3 id="concerned">{t('roles.impact.people', { count: total })}</h3>
      <p className={styles.text}>
        {[
          ...(gaining ? [t('roles.impact.gaining', { count: gaining })] : []),
          ...(losing ? [t('roles.impact.losing', { count: losing })] : []),
        ].join(' · ')}
      </p>
      {listed ? <AffectedPeople people={people} /> : null}
      {seen > listed ? <p className={styles.quiet}>{t('roles.impact.more', { count: seen - listed })}</p> : null}
      {total > seen ? <p className={styles.quiet}>{t('roles.impact.unseen', { count: total - seen })}</p> : null}
    </section>
  );
}
