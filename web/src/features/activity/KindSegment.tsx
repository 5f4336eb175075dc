import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { entityKinds } from '@keyward/contract/kinds';
import { listResources, resources } from '@keyward/contract/resources';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { chooseTab } from '#list/views/chooseTab.ts';
import type { TabChoice } from '#list/views/tabs.ts';
import styles from './activity.module.css';

/**
 * Filters to one kind of entity, or to none: offers the kinds whose lists the profile may read, and the kind already chosen. The
 * filter on the entity type offers every kind.
 */
export function KindSegment(props: TabChoice) {
  const { t } = useTranslation();
  const value = props.filters[props.column];
  const { authority } = useSession();
  const offered = listResources.flatMap((resource) => {
    const { kind, reads } = resources[resource];
    return kind !== null && reads.holds(authority) ? [kind] : [];
  });
  const chosen = entityKinds.find((kind) => kind === value);
  const kinds = [...new Set([...offered, ...(chosen ? [chosen] : [])])];
  return (
    <SegmentedControl
      size="xs"
      className={styles.kinds ?? ''}
      aria-label={t('views.tabs.kind')}
      data={[
        { value: '', label: t('views.tabs.allKinds') },
        ...kinds.map((kind) => ({ value: kind, label: t(`activity.kind.${kind}`) })),
      ]}
      // a filter on several kinds selects no segment
      value={value ?? ''}
      onChange={(next) => chooseTab(props, next || undefined)}
    />
  );
}
