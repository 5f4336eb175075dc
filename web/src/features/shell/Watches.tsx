import { watches } from '@keyward/contract/insights-calls';
import { pathOf } from '@keyward/contract/resources';
import type { Watch } from '@keyward/contract/watches';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconClock, IconWarning } from '#ui/icons.tsx';
import { EditWatch } from './EditWatch.tsx';
import styles from './inbox.module.css';
import { leaveRow } from './leaveRow.ts';
import { OwnAction } from './OwnAction.tsx';
import { OwnRows } from './OwnRows.tsx';
import { usePages } from './usePages.ts';
import { useRuleWords } from './useRuleWords.ts';

/** Watches of the profile; for the in-product administrator, those of all as well. `onOpen`: a link was followed. */
export function Watches({ onOpen }: { onOpen: () => void }) {
  const [everyone, setEveryone] = useState(false);
  const mine = useApi(watches.list, undefined, { staleTime: 0, enabled: !everyone });
  const all = usePages(watches.all, {
    enabled: everyone,
    read: (query, signal) => call(watches.all, { query }, { signal }),
  });
  return (
    <OwnRows
      of="watches"
      mine={mine}
      all={all}
      everyone={everyone}
      onEveryone={setEveryone}
      row={(watch, onEdit) => <Row key={watch.id} watch={watch} onOpen={onOpen} onEdit={onEdit} />}
      edit={(watch, onClose) => <EditWatch watch={watch} onClose={onClose} />}
    />
  );
}

type RowProps = { watch: Watch; onOpen: () => void; onEdit: (watch: Watch) => void };

function Row({ watch, onOpen, onEdit }: RowProps) {
  const { t } = useTranslation();
  const item = useRef<HTMLLIElement>(null);
  const { me } = useSession();
  const errorText = useErrorText();
  const ruleWords = useRuleWords();
  const remove = useApiMutation(watches.remove, {
    onSuccess: () => {
      leaveRow(item.current);
      alerts.success(t('watches.removed', { name: watch.name }));
    },
    onError: (error) => alerts.failure(errorText(error)),
  });
  const follow = useApiMutation(watches.follow, {
    onSuccess: () => {
      leaveRow(item.current);
      alerts.success(t('watches.followed', { name: watch.name }));
    },
    onError: (error) => alerts.failure(errorText(error)),
  });
  const { rule, filter, search, base, resource, owner, name, view } = watch;
  const filters = Object.fromEntries(Object.entries(filter).map(([column, text]) => [`filter.${column}`, text]));
  const path = pathOf(resource, { custom_view: base, ...filters, ...(search ? { search } : {}) });
  return (
    <li ref={item} className={styles.entry}>
      <Link to={path} className={styles.words} onClick={onOpen}>
        <span>{name}</span>
        <small>
          {ruleWords(rule)} · {t(`watches.deliveries.${watch.delivery}`)}
          {owner.id === me.id ? null : ` · ${owner.name}`}
        </small>
        {watch.state === 'awake' ? null : (
          <span>
            <Badge tone="warning" icon={IconWarning}>
              {t(`watches.asleep.${watch.state}`)}
            </Badge>
          </span>
        )}
        {owner.id === me.id && watch.delivery !== 'inbox' && !me.email ? (
          <span>
            <Badge tone="warning" icon={IconWarning}>
              {t('watches.notMailed')}
            </Badge>
          </span>
        ) : null}
        {view?.changed ? (
          <span>
            <Badge tone="warning" icon={IconWarning}>
              {t('watches.viewChanged', { name: view.name })}
            </Badge>
          </span>
        ) : null}
        {watch.open ? (
          <span>
            <Badge tone="failure" icon={IconClock}>
              {t('watches.open')}
            </Badge>
          </span>
        ) : null}
      </Link>
      {owner.id === me.id ? (
        <div className={styles.actions}>
          {view?.changed ? (
            <OwnAction
              words={t('watches.follow')}
              name={name}
              pending={follow.isPending}
              onClick={() => follow.mutate({ params: { id: watch.id } })}
            />
          ) : null}
          <OwnAction words={t('watches.edit')} name={name} onClick={() => onEdit(watch)} />
          <OwnAction
            words={t('watches.remove')}
            name={name}
            pending={remove.isPending}
            onClick={() => remove.mutate({ params: { id: watch.id } })}
          />
        </div>
      ) : null}
    </li>
  );
}
