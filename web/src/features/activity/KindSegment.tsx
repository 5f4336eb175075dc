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
 * Events of one kind of entity, or all: those of the lists that one may read, and another one that is chosen already.
 * The filter on the entity type has every kind.
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
      // several kinds are a filter of their own, and none of the segments
      value={value ?? ''}
      onChange={(next) => chooseTab(props, next || undefined)}
    />
  );
}
