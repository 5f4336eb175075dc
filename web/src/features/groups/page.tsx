import { groups } from '@keyward/contract/calls';
import { tagRights, tagTypes } from '@keyward/contract/groups';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState, NoPermission, SlowNotice } from '#ui/states.tsx';
import styles from './groups.module.css';
import { type Kind, typeQuery } from './kinds.ts';
import { Panels } from './Panels.tsx';
import { useGroupsUrl } from './useGroupsUrl.ts';

/** Tags and their values: the Groups part of the access screen. Specification, part 2, section 2 'Tag management'. */
export function GroupsPanel() {
  const { t } = useTranslation();
  const { authority } = useSession();
  const kinds = (['group', 'text'] as const).filter((kind) => tagRights[tagTypes[kind]].read.holds(authority));
  const [first] = kinds;
  const url = useGroupsUrl();
  if (!first) return <NoPermission />;
  if (kinds.length === 1) return <KindOfTags kind={first} />;
  return (
    <Tabs
      value={kinds.includes(url.kind) ? url.kind : first}
      onChange={(kind) => url.showKind(kind === 'text' ? 'text' : 'group')}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('groups.kind')} className={styles.tabs}>
        {kinds.map((kind) => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`groups.kinds.${kind}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {kinds.map((kind) => (
        <Tabs.Panel key={kind} value={kind}>
          <KindOfTags kind={kind} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function KindOfTags({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const tags = useApi(groups.all, { query: typeQuery(kind) });
  const failure = useFailure(tags);
  if (tags.data) return <Panels kind={kind} tags={tags.data.data} />;
  return failure ? (
    <ErrorState title={t('groups.loadFailed')} text={errorText(failure)} read={tags} />
  ) : (
    <div className={styles.loading}>
      <Spinner />
      <SlowNotice />
    </div>
  );
}
