import type { AccessAnswer, PermissionAnswer } from '@keyward/contract/why';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconCheck, IconFailure, IconMinus, IconSuccess } from '#ui/icons.tsx';
import { useRoleName } from './useRoleName.ts';
import styles from './why.module.css';

/** Yes or no, each rule, and the people who can fix the first one that fails. */
export function AccessWords({ answer }: { answer: AccessAnswer }) {
  const { t } = useTranslation();
  const { me } = useSession();
  const { allowed, checks, failed, fixers } = answer;
  const wrong = checks.find((check) => check.rule === failed);
  // later rules are shown too, but the first failing one has to be fixed
  return (
    <>
      <Verdict allowed={allowed}>{t(allowed ? 'why.may' : 'why.mayNot')}</Verdict>
      <ol className={styles.checks}>
        {checks.map(({ rule, passed, tag, heldBy }) => (
          <li key={rule} data-passed={passed} data-first={rule === failed || undefined}>
            {passed ? <IconCheck size={16} /> : <IconFailure size={16} />}
            <span>
              {passed
                ? t(`why.passed.${rule}`)
                : rule === 'key' && heldBy
                  ? t('why.failedHeld', { name: heldBy })
                  : t(`why.failed.${rule}`, { tag: tag ?? '', count: me.offlineOkmMinutes })}
            </span>
          </li>
        ))}
      </ol>
      {wrong && fixers ? <Fixers rule={wrong.rule} fixers={fixers} /> : null}
    </>
  );
}

/** The roles that give the permission, if any. */
export function PermissionWords({ answer }: { answer: PermissionAnswer }) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  const { allowed, value, roles, failed, fixers } = answer;
  return (
    <>
      <Verdict allowed={allowed}>{t(`roles.values.${value}`)}</Verdict>
      {failed ? <p className={styles.text}>{t(`why.permissionFailed.${failed}`)}</p> : null}
      {roles.length ? (
        <ul className={styles.checks}>
          {roles.map((role) => (
            <li key={role.id} data-passed={role.value !== 'NONE' && role.value !== 'FALSE'}>
              {role.value === 'NONE' || role.value === 'FALSE' ? <IconMinus size={16} /> : <IconCheck size={16} />}
              <span>{t('why.role', { role: nameOf(role), value: t(`roles.values.${role.value}`) })}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.text}>{t('why.noRoles')}</p>
      )}
      {failed && fixers ? <Fixers rule={failed === 'roles' ? 'permission' : failed} fixers={fixers} /> : null}
    </>
  );
}

function Verdict({ allowed, children }: { allowed: boolean; children: string }) {
  return (
    <Badge tone={allowed ? 'success' : 'failure'} icon={allowed ? IconSuccess : IconFailure}>
      {children}
    </Badge>
  );
}

type FixersProps = {
  rule: NonNullable<AccessAnswer['failed']> | 'feature';
  fixers: NonNullable<AccessAnswer['fixers']>;
};

/** The remedy for a failed rule, and the people who can apply it. */
export function Fixers({ rule, fixers: { permission, people } }: FixersProps) {
  const { t, i18n } = useTranslation();
  const names = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(people);
  return (
    <p className={styles.fix}>
      <strong>
        {t(rule === 'location' && permission === 'DEVICES' ? 'why.remedy.noLocation' : `why.remedy.${rule}`)}
      </strong>{' '}
      {people.length
        ? t('why.ask', { names })
        : permission
          ? t('why.askPermission', { permission: t(`permissions.${permission}`) })
          : t(rule === 'key' ? 'why.askHolder' : 'why.askVendor')}
    </p>
  );
}
