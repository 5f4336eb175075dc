import type { EventChange } from '@keyward/contract/activity';
import type { PermissionChange } from '@keyward/contract/permissions';
import type { AffectedPerson } from '@keyward/contract/roles';
import { useTranslation } from 'react-i18next';
import { IconAdd, IconMinus } from '#ui/icons.tsx';
import styles from './affected.module.css';
import { useChanges } from './useChanges.ts';

type Person = AffectedPerson & {
  /** Fields that change, with old and new values. */
  values?: EventChange[];
};

/** The profiles that a change affects, with what each gains and loses. The texts of `roles` and `changes` must be loaded. */
export function AffectedPeople({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.id}>
          <strong>{person.name}</strong>
          {person.disabled ? <span className={styles.quiet}> ({t('roles.impact.inactive')})</span> : null}
          <ul className={styles.changes}>
            {person.values ? <Values values={person.values} /> : null}
            {person.changes.map((change) => (
              <li key={change.id}>
                <ChangeWords change={change} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Values({ values }: { values: EventChange[] }) {
  const { t } = useTranslation();
  const changes = useChanges({ description: { changes: values } });
  const words = (value: string | null) => value ?? t('common.notAvailable');
  return changes.map(({ attribute, oldValue, newValue }) => (
    <li key={attribute} className={styles.quiet}>
      {t('roles.impact.change', { permission: attribute, before: words(oldValue), after: words(newValue) })}
    </li>
  ));
}

/** A gained or lost permission, with a sign in addition to the colour. */
export function ChangeWords({ change: { id, before, after, gained } }: { change: PermissionChange }) {
  const { t } = useTranslation();
  return (
    <span className={styles.change} data-gained={gained || undefined}>
      {gained ? <IconAdd size={13} /> : <IconMinus size={13} />}
      {t('roles.impact.change', {
        permission: t(`permissions.${id}`),
        before: t(`roles.values.${before}`),
        after: t(`roles.values.${after}`),
      })}
    </span>
  );
}
