import type { CustomView, ViewColumn } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { views } from '@keyward/contract/calls';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { ApiError } from '#lib/call.ts';
import { useLookup } from '#lib/lookup.ts';
import { stored } from '#lib/storage.ts';
import { useFailure } from '#lib/useFailure.ts';
import { filtersOf, type ListSearch, listSearch } from '#list/url.ts';
import type { Change, ListUrl } from '#list/useListUrl.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import { draftColumns, readDrafts, sameColumns, writeDraft } from './columnDrafts.ts';
import { closeTab, linkedView, openTab, type Tabs } from './tabs.ts';
import { addressOf, askedOf, isSavedId, memoryKey, shownSearch, windowOf, withLeading } from './viewState.ts';

const noColumns: ViewColumn[] = [];
type Dialog = 'new' | 'details' | 'columns' | 'watch' | 'report' | 'print';
/** The first view of every list, which the server shows by default. */
const firstView = 'Overview';

/**
 * The views of a list and the chosen one: from the address, else the remembered one, else the first (Overview). The
 * content of a saved view is shown as if it were in the address; a change moves it there.
 */
export function useViews(resource: ListResource, plain: ListUrl, tabs: Tabs | undefined) {
  const reply = useApi(views.list, { query: { resource } }, { staleTime: Infinity });
  const all: CustomView[] = reply.data?.data ?? [];
  const available = reply.data?.columns ?? noColumns;
  const linked = linkedView(plain.search, tabs);
  const wanted = linked ?? stored.read(memoryKey(resource)) ?? undefined;
  const viewOf = (value: string | undefined) => all.find((view) => view.value === value) ?? all[0];
  const current = viewOf(wanted);
  const { change } = plain;
  useEffect(() => {
    // a link copied from the address has to show the same view to others, also where the choice was only remembered
    if (!linked && current && current !== all[0]) change({ custom_view: current.value }, true);
  });

  const [opened, setOpened] = useState<{ dialog: Dialog; of: string | undefined }>();
  // a form filled from one view must not be saved in another, to which Back and the palette can lead
  if (opened && opened.of !== current?.value) setOpened(undefined);
  const [drafts, setDrafts] = useState(() => readDrafts(resource));
  const own = current?.columns;
  const draft = current && drafts[current.value];
  const columns = useMemo(() => {
    const chosen = draftColumns(draft, available) ?? own;
    return chosen && withLeading(chosen);
  }, [draft, available, own]);
  const setColumns = (next: ViewColumn[] | undefined) => {
    if (!current) return;
    const changed = next && !sameColumns(next, current.columns) ? next : undefined;
    setDrafts((before) => writeDraft(resource, before, current.value, changed));
  };

  const shown = (address: ListSearch, view: CustomView | undefined) => shownSearch(openTab(address, tabs), view);
  const search = shown(plain.search, current);
  const url: ListUrl = {
    ...plain,
    search,
    change: (next: Change, replace) => url.remake((now) => listSearch({ ...now, ...next }), replace),
    remake: (next, replace) =>
      plain.remake((now) => {
        const view = viewOf(linkedView(now, tabs) ?? wanted);
        return closeTab(addressOf(next(shown(now, view)), view), tabs);
      }, replace),
    set: (next, replace) => plain.set(closeTab(addressOf(next, current), tabs), replace),
  };
  const choose = (chosen: string) => {
    stored.write(memoryKey(resource), chosen);
    // the columns change, so an order by one of them may no longer apply
    const tab = linked === plain.search.tab ? undefined : plain.search.tab;
    if (!isSavedId(chosen) && !current?.saved) change({ custom_view: chosen, sort: undefined, tab });
    // the content of a saved view comes and goes with it
    else plain.set({ custom_view: chosen }, false);
  };
  const columnsChanged = Boolean(columns && own && !sameColumns(columns, withLeading(own)));
  return {
    all,
    current,
    value: current?.value ?? wanted,
    isFirst: current === all[0],
    /** The visible columns, with the chosen widths. */
    columns,
    /** Every column of the list. */
    available,
    columnsChanged,
    /** undefined: the columns of the view. */
    setColumns,
    /** The list differs from the chosen view as it was saved. */
    edited: columnsChanged || Boolean(current?.saved && search.edited),
    search,
    url,
    asked: askedOf(search, current, all[0]),
    window: current && windowOf(current, all, filtersOf(search)),
    /** Only the views can tell whether the wanted view exists, and which rows it means. */
    waiting: !reply.data && wanted !== undefined && wanted !== firstView,
    /** The address names a view that is deleted or not visible to the profile; a `tab` may mean something else. */
    missing: Boolean(
      reply.data && linked && (plain.search.custom_view || isSavedId(linked)) && current?.value !== linked,
    ),
    error: useFailure(reply),
    fetching: reply.isFetching,
    reload: reply.refetch,
    choose,
    /** Restores the view as it was saved. */
    discard: () => {
      setColumns(undefined);
      if (current?.saved) plain.set({ custom_view: current.value }, false);
    },
    dialog: opened?.dialog,
    /** Opens a dialog of the chosen view, which closes with it; undefined closes it. */
    openDialog: (dialog: Dialog | undefined) => setOpened(dialog && { dialog, of: current?.value }),
    forgetColumns: (value: string) => setDrafts((before) => writeDraft(resource, before, value, undefined)),
  };
}
export type Views = ReturnType<typeof useViews>;

/** Refetches the views when the server no longer knows the requested one: deleted, or not shared any longer. */
export function useLostView({ reload }: Views, error: Error | null): void {
  const refused = error instanceof ApiError && error.status === 400 && error.constraint === 'custom_view';
  // the server's response says so, however often the component renders
  useEffect(() => {
    if (refused) void reload();
  }, [refused, reload]);
}

/** A view's name and description in the language on screen. `inPeriod`: a chosen span replaces its window. */
export function useViewText() {
  const { t } = useTranslation();
  const lookup = useLookup();
  return (resource: ListResource, view: CustomView, inPeriod = false): { label: string; description: string } => {
    const { label, description, period, saved } = view;
    const count = period === undefined ? {} : { count: period };
    const own = listNamespaces[resource];
    const describe = (name: string, otherwise: string) => {
      const usual = lookup(`${own}.views.${name}.description`, otherwise, count);
      return inPeriod ? lookup(`${own}.views.${name}.inPeriod`, usual) : usual;
    };
    if (!saved) {
      return {
        label: lookup(`${own}.views.${view.value}.label`, label),
        description: describe(view.value, description),
      };
    }
    // without a description of its own: its owner, or the description of its base view
    const about = saved.mine ? describe(saved.base, '') : t('list.savedBy', { name: saved.owner });
    return { label, description: description || about };
  };
}
