import '@mantine/core/styles/Menu.css';
import type { CustomView } from '@keyward/contract/list';
import { isRestorable, type ListResource, type RestorableResource, resources } from '@keyward/contract/resources';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { addTexts } from '#lib/i18n.ts';
import { phone } from '#lib/phone.ts';
import { useSession } from '#lib/session.ts';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';
import { inOneFilter } from '#list/filters/everywhere.ts';
import { filtersOf } from '#list/url.ts';
import { useCan } from '#parts/useCan.ts';
import { icon, IconAdd, IconCheck, IconCopy, IconEdit, IconEye, IconRefresh, IconTrash } from '#ui/icons.tsx';
import { alerts } from '#ui/alerts.ts';
import { DensityItems } from './DensityItems.tsx';
import type { Views } from './useViews.ts';
import { useViewActions } from './viewActions.ts';

const IconPrint = icon(<path d="M6 7V3h8v4M6 14H3V7.500h14V14h-3M6 11.500h8V17H6Z" />);
const IconMail = icon(<path d="M3 5.500h14v9H3ZM3 6l7 5 7-5" />);

type Props = { resource: ListResource; views: Views; view: CustomView; target: ReactElement; onClose: () => void };

/** Saves, names, shares, links and deletes the chosen view; a support session keeps nothing. Mounted means open. */
export function ViewMenu({ resource, views, view, target, onClose }: Props) {
  const { t } = useTranslation();
  const { me } = useSession();
  const act = useViewActions(views);
  const { allowed, reason } = useCan(resources[resource].exports);
  const global = useStoredFilters(everywhere);
  // a watch or report of the list needs a single filter per column
  const unfit = inOneFilter(filtersOf(views.search), global) ? undefined : t('views.notWithLocations');
  const changeable = view.saved?.changeable === true;
  return (
    <Menu
      opened
      onChange={(open) => !open && onClose()}
      position="bottom-end"
      shadow="md"
      width={260}
      returnFocus={false}
      // a menu may contain no focusable element other than its items (ARIA 1.2, 'menu')
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {views.edited && changeable ? (
          <Menu.Item data-autofocus leftSection={<IconCheck size={16} />} onClick={() => act.save(view)}>
            {t('views.save')}
          </Menu.Item>
        ) : null}
        {me.support ? null : (
          <Menu.Item
            {...(views.edited && changeable ? {} : { 'data-autofocus': true })}
            leftSection={<IconAdd size={16} />}
            onClick={() => views.openDialog('new')}
          >
            {t('views.saveAs')}
          </Menu.Item>
        )}
        {views.edited ? (
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={views.discard}>
            {t('views.discard')}
          </Menu.Item>
        ) : null}
        {changeable ? (
          <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => views.openDialog('details')}>
            {t('views.details')}
          </Menu.Item>
        ) : null}
        <Menu.Item
          {...(me.support ? { 'data-autofocus': true } : {})}
          leftSection={<IconCopy size={16} />}
          onClick={() => act.copyLink(resource, view)}
        >
          {t('views.copyLink')}
        </Menu.Item>
        {me.support ? null : (
          <>
            <Menu.Item
              leftSection={<IconEye size={16} />}
              {...refused(unfit)}
              onClick={() => unfit === undefined && views.openDialog('watch')}
            >
              {t('views.tellMe')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconMail size={16} />}
              {...refused(allowed ? unfit : reason)}
              onClick={() => allowed && unfit === undefined && views.openDialog('report')}
            >
              {t('views.sendReport')}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconPrint size={16} />} onClick={() => views.openDialog('print')}>
          {t('views.print')}
        </Menu.Item>
        {isRestorable(resource) ? <DeletedItem resource={resource} /> : null}
        {/* a phone's rows have two lines */}
        {me.support || matchMedia(phone).matches ? null : (
          <>
            <Menu.Divider role="separator" />
            <DensityItems />
          </>
        )}
        {changeable ? (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} />}
              onClick={() => act.remove(view)}
            >
              {t('views.remove')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The props of an item that shows why it cannot be chosen. */
const refused = (reason: string | undefined) =>
  reason === undefined
    ? {}
    : {
        'data-disabled': true,
        'aria-disabled': true,
        closeMenuOnClick: false,
        rightSection: <small>{reason}</small>,
      };

/** Opens the deleted rows of the list; for profiles that may restore them. */
function DeletedItem({ resource }: { resource: RestorableResource }) {
  const { t } = useTranslation();
  const { allowed } = useCan(resources[resource].edits);
  const show = async () => {
    const [{ showDeleted }] = await Promise.all([
      import('#parts/restoring/RecentlyDeleted.tsx'),
      addTexts('errors', 'permissions', 'restoring', 'roles'),
    ]);
    showDeleted(resource);
  };
  if (!allowed) return null;
  return (
    <Menu.Item
      leftSection={<IconTrash size={16} />}
      onClick={() => void show().catch(() => alerts.failure(t('common.problems.noAnswer')))}
    >
      {t('views.deleted')}
    </Menu.Item>
  );
}
