import type { PermissionChange } from '@keyward/contract/permissions';
import type { AffectedPerson } from '@keyward/contract/roles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAdd, IconMinus } from '#ui/icons.tsx';
import styles from './affected.module.css';

type Props<Person> = {
  people: readonly Person[];
  /** List items for the other changes to a person. */
  more?: (person: Person) => ReactNode;
};

/** The profiles that a change affects, with the permissions that each gains and loses. The texts of `roles` must be loaded. */
export function AffectedPeople<Person extends AffectedPerson>({ people, more }: Props<Person>) {
  const { t } = useTranslation();
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.id}>
          <strong>{person.name}</strong>
          {person.disabled ? <span className={styles.quiet}> ({t('roles.impact.inactive')})</span> : null}
          <ul className={styles.changes}>
            {more?.(person)}
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
