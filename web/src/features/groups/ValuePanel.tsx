import type { ManagedTag } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasText } from '#lib/hasText.ts';
import { CanButton } from '#parts/Can.tsx';
import { useCan } from '#parts/useCan.ts';
import { IconAdd, IconEdit, IconTrash } from '#ui/icons.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Counts } from './Counts.tsx';
import type { Opened } from './Drawers.tsx';
import styles from './groups.module.css';
import { useUndeletableValue, useRemoveValue } from './removal.tsx';
import { RowAction } from './RowAction.tsx';
import { RowSearch } from './RowSearch.tsx';
import { SortableRows } from './SortableRows.tsx';
import { TagHead } from './TagHead.tsx';
import { withEvery } from './count.ts';
import { useUsage } from './usage.ts';
import { useValueOrder } from './useTagOrder.ts';

type Props = { tag: ManagedTag; onOpen: (opened: Opened) => void };

/** Number of values shown at a time. */
const page = 100;

/** Access groups of a category, in order. */
export function ValuePanel({ tag, onOpen }: Props) {
  const { t } = useTranslation();
  const edit = useCan(can.editGroups);
  const order = useValueOrder(tag);
  const usage = useUsage(tag.id, edit.allowed);
  const remove = useRemoveValue(tag);
  const [text, setText] = useState('');
  const [length, setLength] = useState(page);
  const searching = text.trim() !== '';
  const found = order.shown.filter((value) => hasText(value.name, text));
  const shown = found.slice(0, length);
  const counts = new Map(usage?.values.map((value) => [value.id, value]));
  const undeletableOf = useUndeletableValue();

  /** Returns the reason why a value cannot be deleted. */
  const undeletable = (value: { id: string; name: string }) => {
    if (!edit.allowed) return edit.reason;
    return undeletableOf(tag, value, counts.get(value.id));
  };
  return (
    <>
      <TagHead kind="group" tag={tag} counted={edit.allowed} usage={usage} onOpen={onOpen}>
        <CanButton
          rule={can.editGroups}
          leftSection={<IconAdd />}
          aria-label={t('groups.words.groupValue.add')}
          onClick={() => onOpen({ is: 'addValue', id: tag.id })}
        >
          {t('groups.add')}
        </CanButton>
      </TagHead>
      <RowSearch
        count={tag.values.length}
        what={t('groups.words.groupValue.shortOther')}
        text={text}
        onText={setText}
      />
      {tag.values.length === 0 ? (
        <EmptyState
          title={t('groups.words.groupValue.none')}
          text={t('groups.words.groupValue.hint')}
          icon={<IconAdd />}
        />
      ) : found.length === 0 ? (
        <EmptyState title={t('groups.noMatch')} />
      ) : (
        <SortableRows
          label={`${tag.label}: ${t('groups.words.groupValue.other')}`}
          items={shown}
          fixed={edit.reason ?? (searching ? t('groups.order.searching') : undefined)}
          onMove={order.move}
          row={(value) => {
            const count = counts.get(value.id);
            return {
              main: (
                <span className={styles.value}>
                  <span className={styles.name}>{value.name}</span>
                  {count && usage ? (
                    <span className={styles.used}>
                      <Counts count={withEvery(count, usage)} tagId={tag.id} value={value.name} />
                    </span>
                  ) : null}
                </span>
              ),
              actions: (
                <>
                  <RowAction
                    label={t('groups.edit', { name: value.name })}
                    reason={edit.reason}
                    onClick={() => onOpen({ is: 'editValue', id: tag.id, valueId: value.id })}
                  >
                    <IconEdit size={16} />
                  </RowAction>
                  <RowAction
                    label={t('groups.remove', { name: value.name })}
                    reason={undeletable(value)}
                    danger
                    onClick={() => remove(value)}
                  >
                    <IconTrash size={16} />
                  </RowAction>
                </>
              ),
            };
          }}
        />
      )}
      {found.length > shown.length ? (
        <Button variant="default" className={styles.more ?? ''} onClick={() => setLength(length + page)}>
          {t('groups.showMore')}
        </Button>
      ) : null}
    </>
  );
}
