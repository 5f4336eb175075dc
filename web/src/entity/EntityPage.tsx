import { type EditableResource, isEditable, resources } from '@keyward/contract/resources';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { type FC, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import type { CsvSource } from '#list/csv/CsvButton.tsx';
import type { CsvChoice } from '#list/csv/shape.ts';
import { EntityList } from '#list/EntityList.tsx';
import type { ListProps } from '#list/listProps.ts';
import { useListName } from '#list/useListName.ts';
import { openNew } from '#list/url.ts';
import { useListUrl } from '#list/useListUrl.ts';
import { CanButton } from '#parts/Can.tsx';
import { listNamespaces } from '#texts/namespaces.ts';
import { Docked } from '#ui/docked.ts';
import { IconAdd } from '#ui/icons.tsx';
import styles from './page.module.css';

export type DrawerProps = {
  /** A row's id, or `openNew`. */
  open: string;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** From this width on the drawer stands beside the list. */
const wide = '(min-width: 1800px)';
const walkMs = 150;

type Taken = 'title' | 'actions' | 'csv' | 'firstUse';
type Props<Row extends { id: string }> = Omit<ListProps<Row>, Taken> & {
  icon: FC<{ size?: number }>;
  /** CSV format of its columns, where view and type do not determine it; `name`, where it differs from that of its texts. */
  csv?: Omit<CsvSource, 'name' | 'choices'> & Partial<Pick<CsvSource, 'name'>>;
  /** A further download, for profiles with its permission. */
  moreCsv?: CsvChoice;
  /** Loaded lazily, so that the list does not wait for its code. */
  drawer: FC<DrawerProps>;
  /** Adds rows in another way; absent: a button that opens the drawer, where rows can be added there. */
  add?: (onAdd: () => void) => ReactNode;
};

/** The page of a list resource: the list, Add where rows can be added, and the drawer of the row in the address. */
export function EntityPage<Row extends { id: string }>({
  icon: Icon,
  csv,
  moreCsv,
  drawer: Drawer,
  add: addInWays,
  ...list
}: Props<Row>) {
  const { t } = useTranslation();
  const listName = useListName();
  const url = useListUrl();
  const { resource } = list;
  const { exports } = resources[resource];
  const texts = listNamespaces[resource];
  const { authority } = useSession();
  const plain: CsvChoice = { rule: exports, label: t('list.downloadCsv') };
  const choices = moreCsv?.rule.holds(authority) ? ([plain, moreCsv] as const) : ([plain] as const);
  const add = addInWays
    ? addInWays(url.openNew)
    : isEditable(resource) && <AddButton resource={resource} onAdd={url.openNew} />;
  const { open } = url.search;
  const docked = useMediaQuery(wide, undefined, { getInitialValueInEffect: false }) ?? false;
  const openRow = (id: string) => url.change({ open: id }, true);
  // while an arrow key is held, the rows passed over are not loaded
  const walk = useDebouncedCallback(openRow, walkMs);
  return (
    <div className={styles.page} data-wide>
      <EntityList
        {...list}
        title={listName(resource)}
        actions={add}
        csv={{ name: texts, ...csv, choices }}
        firstUse={{
          title: t(`${texts}.empty.title`),
          hint: t(`${texts}.empty.hint`),
          icon: <Icon size={24} />,
          action: add,
        }}
        {...(docked && open && open !== openNew ? { onWalk: walk } : {})}
      />
      {open ? (
        <Docked value={docked}>
          <div className={docked ? styles.dock : undefined}>
            <Suspense>
              <Drawer
                open={open}
                onOpen={(id) => {
                  if (url.isOpen(open)) openRow(id);
                }}
                onClose={() => url.close(open)}
              />
            </Suspense>
          </div>
        </Docked>
      ) : null}
    </div>
  );
}

/** Opens the drawer for a new row. */
export function AddButton({ resource, onAdd }: { resource: EditableResource; onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <CanButton rule={resources[resource].edits} leftSection={<IconAdd />} onClick={onAdd}>
      {t(`${listNamespaces[resource]}.add`)}
    </CanButton>
  );
}
