import { groups } from '@keyward/contract/calls';
import type { TagObjectType } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { type EditableResource, isRestorable, resources } from '@keyward/contract/resources';
import { type FC, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { namesInList } from '#lib/namesInList.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { openNew } from '#list/url.ts';
import { useListUrl } from '#list/useListUrl.ts';
import { useCan } from '#parts/useCan.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import { DrawerFrame, type DrawerHead } from '#ui/DrawerFrame.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { NoPermission } from '#ui/states.tsx';
import { confirmDelete } from './confirmDelete.tsx';
import type { DrawerProps } from './EntityPage.tsx';
import { HeadMenu } from './HeadMenu.tsx';
import { History } from './history/History.ts';
import styles from './entity.module.css';
import type { Definitions, EntityKit, RowFormProps, Stored } from './kit.ts';
import { isGone, useRowWords } from './row.ts';
import { RowDrawer } from './RowDrawer.tsx';

type Props<T extends Stored> = DrawerProps & { kit: EntityKit<T> };

/**
 * The drawer of an editable list: adds, edits or, without the permission to edit, shows a row. The drawer of a row has a head
 * with its state, and tabs: Details (the form), History and Access.
 */
function EntityDrawer<T extends Stored>({ kit, open, onOpen, onClose }: Props<T>) {
  const { t } = useTranslation();
  const { resource, calls, Form, Facts, Rest } = kit;
  const texts = listNamespaces[resource];
  const words = useRowWords(resource);
  const rule = resources[resource].edits;
  const may = useCan(rule);
  const isNew = open === openNew;
  const tags = useDefinitions(resource);
  const reply = useApi(calls.get, { params: { id: open } }, { enabled: !isNew });
  const failure = useFailure(reply);
  const row = reply.data?.data;
  const [deleted, setDeleted] = useState('');
  // unmounts the form first, or its guard would ask about unsaved values of the deleted row
  const onDeleted = () => {
    flushSync(() => setDeleted(open));
    onClose();
  };
  const head = useHead(kit, onDeleted);
  // a form is filled only once, so it waits for current data instead of starting from an older copy
  const [filled, setFilled] = useState('');
  if (row && filled !== open && (!reply.isFetching || reply.isFetchedAfterMount)) setFilled(open);

  if (deleted === open) return null;
  const title = t(isNew ? `${texts}.add` : `${texts}.one`);
  if (isNew && !may.allowed) {
    return (
      <DrawerFrame title={title} onClose={onClose}>
        <NoPermission text={may.reason} />
      </DrawerFrame>
    );
  }
  const { definitions } = tags;
  const isRowGone = isGone(failure);
  const state = {
    words,
    isRowGone,
    failure: isNew ? tags.failure : (failure ?? tags.failure),
    isFetching: reply.isFetching || tags.isFetching,
    reads: [calls.get, groups.definitions],
    list: calls.list,
    onClose,
  };
  if (isRowGone || !definitions || (!isNew && filled !== open)) return <RowDrawer {...state} title={title} />;
  if (isNew || !row) return <Form formType="create" definitions={definitions} onOpen={onOpen} onClose={onClose} />;
  const rest = Rest && (
    <Suspense>
      <Rest shown={row} mayEdit={may.allowed} />
    </Suspense>
  );
  if (may.allowed) {
    return (
      <Edit
        key={row.id}
        Form={Form}
        shown={row}
        definitions={definitions}
        head={head(row, definitions, true)}
        after={rest}
        onClose={onClose}
      />
    );
  }
  const permission = namesInList(rule.permissions.map((id) => t(`permissions.${id}`)));
  return (
    <RowDrawer {...state} {...head(row, definitions, false)} title={row.name}>
      <p className={styles.hint}>{t(`${texts}.readOnly`, { permission, level: t('roles.values.EDIT') })}</p>
      <Facts shown={row} definitions={definitions} />
      {rest}
    </RowDrawer>
  );
}

const none: Definitions = [];
/** The definitions of the rows' tags: none where rows have no tags. */
function useDefinitions(resource: EditableResource): {
  definitions: Definitions | undefined;
  failure: ApiError | null;
  isFetching: boolean;
} {
  const object: TagObjectType | null = resources[resource].tags;
  const query = object === null ? {} : { object_type: object };
  const reply = useApi(groups.definitions, { query }, { staleTime: 60_000, enabled: object !== null });
  const failure = useFailure(reply);
  const definitions = object === null ? none : reply.data?.data;
  return { definitions, failure, isFetching: reply.isFetching };
}

/** The head of a row's drawer. The open tab is the one in the address, and stays open for the next row. */
function useHead<T extends Stored>(
  kit: EntityKit<T>,
  onDeleted: () => void,
): (shown: T, definitions: Definitions, mayEdit: boolean) => DrawerHead {
  const { t } = useTranslation();
  const { me, authority } = useSession();
  const { search, change } = useListUrl();
  const readsEvents = useCan(can.readEvents).allowed;
  const { Badges, Actions, access, calls } = kit;
  const lines = kit.lines?.rule.holds(authority) ? kit.lines : null;
  const texts = listNamespaces[kit.resource];
  const remove = (shown: T) =>
    confirmDelete({
      call: calls.remove,
      parts: { params: { id: shown.id } },
      label: shown.name,
      lost: kit.lost(shown, t),
      ...(isRestorable(kit.resource) ? { restorable: t(`entity.removal.restorable.${kit.resource}`) } : {}),
      words: {
        title: t(`${texts}.remove.title`),
        confirm: t(`${texts}.remove.title`),
        success: t(`${texts}.success.deleted`),
        failure: t(`${texts}.failure.delete`),
      },
      onDeleted,
    });
  return (shown, definitions, mayEdit) => {
    const refusal = kit.undeletable?.(shown, me, authority);
    const others = [
      ...(readsEvents || lines
        ? [
            {
              id: 'history',
              label: t('entity.tabs.history'),
              content: (
                <Suspense fallback={<Spinner />}>
                  <History
                    key={shown.id}
                    id={shown.id}
                    by={kit.history}
                    address={{ search, onSearch: (next) => change(next, true) }}
                    mayRead={readsEvents}
                    lines={
                      lines ? (
                        <Suspense>
                          <lines.Content shown={shown} />
                        </Suspense>
                      ) : null
                    }
                  />
                </Suspense>
              ),
            },
          ]
        : []),
      ...(access?.rule.holds(authority)
        ? [
            {
              id: 'access',
              label: t('entity.tabs.access'),
              content: (
                <Suspense fallback={<Spinner />}>
                  <access.Content key={shown.id} shown={shown} definitions={definitions} />
                </Suspense>
              ),
            },
          ]
        : []),
    ];
    return {
      badges: Badges && <Badges shown={shown} />,
      menu: mayEdit ? (
        <HeadMenu undeletable={refusal && t(`errors.${refusal}`)} onDelete={() => remove(shown)}>
          {Actions && <Actions shown={shown} />}
        </HeadMenu>
      ) : null,
      tabs: {
        first: t('entity.tabs.details'),
        others,
        open: others.find(({ id }) => id === search.part)?.id ?? null,
        onOpen: (id) => change({ part: id ?? undefined }, true),
      },
    };
  };
}

type EditProps<T> = Omit<Extract<RowFormProps<T>, { formType: 'edit' }>, 'formType' | 'opened'> & {
  Form: FC<RowFormProps<T>>;
};

/** A background refetch must not replace the row that filled the form. */
function Edit<T>({ Form, shown, ...props }: EditProps<T>) {
  const [opened] = useState(shown);
  return <Form {...props} formType="edit" opened={opened} shown={shown} />;
}

/** Makes an entity's drawer from its kit. */
export function defineDrawer<T extends Stored>(kit: EntityKit<T>): FC<DrawerProps> {
  return function Drawer(props) {
    return <EntityDrawer kit={kit} {...props} />;
  };
}
