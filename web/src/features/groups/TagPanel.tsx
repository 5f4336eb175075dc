import { type ManagedTag, tagRights, tagTypes } from '@keyward/contract/groups';
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasText } from '#lib/hasText.ts';
import { CanButton } from '#parts/Can.tsx';
import { useCan } from '#parts/useCan.ts';
import { IconAdd, IconEdit, IconPlace, IconTrash } from '#ui/icons.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { Opened } from './Drawers.tsx';
import styles from './groups.module.css';
import { type Kind, tagWords } from './kinds.ts';
import { useRemoveTag } from './removal.tsx';
import { RowAction } from './RowAction.tsx';
import { RowSearch } from './RowSearch.tsx';
import { SortableRows } from './SortableRows.tsx';
import { useTagOrder } from './useTagOrder.ts';

type Props = {
  kind: Kind;
  tags: readonly ManagedTag[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onOpen: (opened: Opened) => void;
};

/** Tags of a kind, in order. */
export function TagPanel({ kind, tags, chosen, onChoose, onOpen }: Props) {
  const { t } = useTranslation();
  const rule = tagRights[tagTypes[kind]].edit;
  const edit = useCan(rule);
  const order = useTagOrder(tags);
  const words = tagWords(kind);
  const remove = useRemoveTag(kind);
  const [text, setText] = useState('');
  const found = order.shown.filter((tag) => hasText(tag.label, text));
  const title = t(`groups.words.${words}.other`);
  const add = (
    <CanButton
      rule={rule}
      leftSection={<IconAdd />}
      aria-label={t(`groups.words.${words}.add`)}
      onClick={() => onOpen({ is: 'addTag' })}
    >
      {t('groups.add')}
    </CanButton>
  );
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {add}
      </div>
      <RowSearch count={tags.length} what={t(`groups.words.${words}.shortOther`)} text={text} onText={setText} />
      {tags.length === 0 ? (
        <EmptyState title={t(`groups.words.${words}.none`)} text={t(`groups.words.${words}.hint`)} icon={<IconAdd />} />
      ) : found.length === 0 ? (
        <EmptyState title={t('groups.noMatch')} />
      ) : (
        <SortableRows
          label={title}
          items={found.map((tag) => ({ ...tag, name: tag.label }))}
          fixed={edit.reason ?? (text.trim() ? t('groups.order.searching') : undefined)}
          onMove={order.move}
          row={(tag) => ({
            selected: tag.id === chosen,
            main: (
              <button
                type="button"
                className={styles.choice}
                aria-current={tag.id === chosen}
                onClick={() => onChoose(tag.id)}
              >
                <span className={styles.name}>{tag.label}</span>
                {tag.is_location ? (
                  <span className={styles.mark} title={t('groups.location')}>
                    <IconPlace size={16} />
                    <VisuallyHidden>{t('groups.location')}</VisuallyHidden>
                  </span>
                ) : null}
                {kind === 'group' ? <span className={styles.count}>{tag.values.length}</span> : null}
              </button>
            ),
            actions: (
              <>
                <RowAction
                  label={t('groups.edit', { name: tag.label })}
                  reason={edit.reason}
                  onClick={() => onOpen({ is: 'editTag', id: tag.id })}
                >
                  <IconEdit size={16} />
                </RowAction>
                <RowAction
                  label={t('groups.remove', { name: tag.label })}
                  reason={edit.reason ?? (tag.is_location ? t('errors.locationTagKept') : undefined)}
                  danger
                  onClick={() => remove(tag)}
                >
                  <IconTrash size={16} />
                </RowAction>
              </>
            ),
          })}
        />
      )}
    </section>
  );
}
