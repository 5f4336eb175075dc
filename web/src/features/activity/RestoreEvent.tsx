import type { Event } from '@keyward/contract/activity';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { restoring } from '#parts/restoring/calls.ts';
import { Restore } from '#parts/restoring/Restore.tsx';
import { askConfirmation } from '#ui/confirmation.ts';

const resources = { DELETE_DEVICE: 'device', DELETE_USER: 'user' } as const;

/** Restores what the event says was deleted, while that is possible. */
export function RestoreEvent({ event }: { event: Event & { event: keyof typeof resources } }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const resource = resources[event.event];
  const { rule, list } = restoring[resource];
  const id = event.entity_id ?? '';
  const enabled = id !== '' && rule.holds(authority);
  const { data } = useApi(list, { query: { id } }, { enabled });
  const deletion = data?.data[0];
  if (!enabled || !deletion) return null;
  return (
    <Button variant="default" onClick={() => askConfirmation(<Restore resource={resource} deletion={deletion} />)}>
      {t('restoring.restore')}
    </Button>
  );
}
