import type { RestorableResource } from '@keyward/contract/resources';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { restoring } from '#parts/restoring/calls.ts';
import { Restore } from '#parts/restoring/Restore.tsx';
import { askConfirmation } from '#ui/confirmation.ts';

/** Restores the row that had this id, as long as that is possible. */
export function RestoreEvent({ resource, id }: { resource: RestorableResource; id: string }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const { rule, list } = restoring[resource];
  const enabled = rule.holds(authority);
  const { data } = useApi(list, { query: { id } }, { enabled });
  const deletion = data?.data[0];
  if (!enabled || !deletion) return null;
  return (
    <Button variant="default" onClick={() => askConfirmation(<Restore resource={resource} deletion={deletion} />)}>
      {t('restoring.restore')}
    </Button>
  );
}
