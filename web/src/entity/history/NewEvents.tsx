import { activity } from '@keyward/contract/calls';
import type { Event } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { useLive } from '#list/live/useLive.ts';
import type { EntityRows } from '#list/useEntityList.ts';
import { IconArrowUp } from '#ui/icons.tsx';
import styles from './history.module.css';

type Props = { query: Record<string, string>; entity: EntityRows<Event>; onShow: () => void };

/** Says that there are newer events; a press shows them, so that nothing moves by itself under the reader. */
export function NewEvents({ query, entity, onShow }: Props) {
  const { t } = useTranslation();
  const { rows, total = rows.length } = entity;
  const more = useLive({
    resource: 'event',
    list: activity.list,
    query,
    rows,
    total,
    askedAt: entity.askedAt,
    whole: !entity.hasMore,
    patch: entity.patch,
    onChanged: () => undefined,
  });
  return (
    <div role="status" className={styles.notice}>
      {more === 0 ? null : (
        <button type="button" onClick={onShow}>
          <IconArrowUp size={16} />
          {more > 0 ? t('activity.newRows', { count: more }) : t('list.live.changed')}
        </button>
      )}
    </div>
  );
}
