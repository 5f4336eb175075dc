import { why } from '@keyward/contract/calls';
import { isPermissionId, permissionIds } from '@keyward/contract/permissions';
import { Select } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './why.module.css';
import { AccessWords, PermissionWords } from './WhyWords.tsx';

/** Explains which roles give a person a permission, or why none does. */
export function PermissionQuestion({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const [permission, setPermission] = useState<string | null>(null);
  return (
    <section className={styles.panel} aria-label={t('why.ofPermission')} data-screen-only={!permission || undefined}>
      <h3 className={styles.title}>{t('why.ofPermission')}</h3>
      <Select
        aria-label={t('why.choosePermission')}
        placeholder={t('why.choosePermission')}
        data={permissionIds.map((id) => ({ value: id, label: t(`permissions.${id}`) }))}
        value={permission}
        searchable
        maxDropdownHeight={300}
        nothingFoundMessage={t('list.tags.noOptions')}
        onChange={setPermission}
      />
      {permission && isPermissionId(permission) ? <PermissionAnswer id={profileId} permission={permission} /> : null}
    </section>
  );
}

/** Every rule for a person and a device, and the people who can resolve the first that fails. */
export function DeviceAnswer({ id, deviceId }: { id: string; deviceId: string }) {
  const reply = useApi(why.device, { params: { id, deviceId } });
  return <Answer error={reply.error}>{reply.data ? <AccessWords answer={reply.data.data} /> : null}</Answer>;
}

function PermissionAnswer({ id, permission }: { id: string; permission: string }) {
  const reply = useApi(why.permission, { params: { id, permission } });
  return <Answer error={reply.error}>{reply.data ? <PermissionWords answer={reply.data.data} /> : null}</Answer>;
}

/** An answer that is announced when it arrives, and scrolled into view: the question is at the end of a scrolling drawer. */
function Answer({ error, children }: { error: ApiError | null; children: ReactNode }) {
  const errorText = useErrorText();
  const box = useRef<HTMLDivElement>(null);
  const answered = error !== null || children !== null;
  // the scroll position is outside React and known only after layout
  useEffect(() => {
    if (answered) box.current?.scrollIntoView({ block: 'nearest' });
  }, [answered]);
  return (
    <div ref={box} role="status" className={styles.answer}>
      {error ? errorText(error) : (children ?? <Spinner size={16} />)}
    </div>
  );
}
