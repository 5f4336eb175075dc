import { can } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import type { Act } from '#entity/define.ts';
import { useSession } from '#lib/session.ts';
import { IconRefresh, IconWarning } from '#ui/icons.tsx';
import { restOf } from './paletteIntent.ts';
import type { Intent } from './paletteItem.ts';
import { useOpenRow } from './useOpenRow.ts';

const icons = { replace: IconRefresh, lost: IconWarning };

/** Opens the drawer of a device with a question: about its replacement, or about reporting a key lost. */
export function useActIntent(query: string): Intent | undefined {
  const { t } = useTranslation();
  const { authority } = useSession();
  const openRow = useOpenRow();
  if (!can.editDevices.holds(authority)) return undefined;
  const intentOf = (act: Act): Intent | undefined => {
    const about = restOf(query, t(`palette.patterns.${act}`));
    if (about === undefined) return undefined;
    return {
      about,
      lists: ['device'],
      group: (rows) => ({
        id: act,
        title: t(`palette.groups.${act}`),
        items: rows
          .filter(({ acts }) => acts.includes(act))
          .map(({ resource, id, label: name, hint }) => ({
            id: `${act}:${id}`,
            label: t(`palette.${act}`, { name }),
            hint,
            icon: icons[act],
            passing: true,
            searched: true,
            run: () => openRow(resource, id, act),
          })),
      }),
    };
  };
  return intentOf('lost') ?? intentOf('replace');
}
