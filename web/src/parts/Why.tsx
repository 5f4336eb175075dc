import { devices, profiles, why } from '@keyward/contract/calls';
import { can, isPermissionId, permissionIds } from '@keyward/contract/permissions';
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { useCan } from './useCan.ts';
import styles from './why.module.css';
import { AccessWords, PermissionWords } from './WhyWords.tsx';

const waitMs = 200;

/** Explains a profile's access, by device and by permission. */
export function WhyOfProfile({ id }: { id: string }) {
  const { t } = useTranslation();
  const devicesToo = useCan(can.explainAccess).allowed;
  return (
    <section className={styles.panel} aria-label={t('why.title')}>
      <h3 className={styles.title}>{t('why.title')}</h3>
      {devicesToo ? <ByDevice profileId={id} /> : null}
      <ByPermission profileId={id} />
    </section>
  );
}

/** Explains who can use a device, by profile. */
export function WhyOfDevice({ id }: { id: string }) {
  const { t } = useTranslation();
  const allowed = useCan(can.explainAccess).allowed;
  const [search, setSearch] = useState('');
  const [profileId, setProfileId] = useState<string | null>(null);
  const found = useFound(search);
  const reply = useApi(profiles.list, { query: found.query }, { enabled: allowed, keepPrevious: true });
  if (!allowed) return null;
  const options = reply.data?.data.map((p) => ({ value: p.id, label: `${p.name} (${p.username})` })) ?? [];
  return (
    <section className={styles.panel} aria-label={t('why.title')}>
      <h3 className={styles.title}>{t('why.title')}</h3>
      <Picker
        label={t('why.whichPerson')}
        placeholder={t('why.findPerson')}
        options={options}
        loading={reply.isFetching}
        value={profileId}
        onSearch={setSearch}
        onChange={setProfileId}
      />
      {profileId ? <DeviceAnswer id={profileId} deviceId={id} /> : null}
    </section>
  );
}

function ByDevice({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const found = useFound(search);
  const reply = useApi(devices.list, { query: found.query }, { keepPrevious: true });
  const options = reply.data?.data.map((d) => ({ value: d.id, label: `${d.name} (${d.serial_number})` })) ?? [];
  return (
    <>
      <Picker
        label={t('why.whichDevice')}
        placeholder={t('why.findDevice')}
        options={options}
        loading={reply.isFetching}
        value={deviceId}
        onSearch={setSearch}
        onChange={setDeviceId}
      />
      {deviceId ? <DeviceAnswer id={profileId} deviceId={deviceId} /> : null}
    </>
  );
}

function ByPermission({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const [permission, setPermission] = useState<string | null>(null);
  return (
    <>
      <Select
        label={t('why.whichPermission')}
        placeholder={t('why.choosePermission')}
        data={permissionIds.map((id) => ({ value: id, label: t(`permissions.${id}`) }))}
        value={permission}
        searchable
        maxDropdownHeight={300}
        nothingFoundMessage={t('list.tags.noOptions')}
        onChange={setPermission}
      />
      {permission && isPermissionId(permission) ? <PermissionAnswer id={profileId} permission={permission} /> : null}
    </>
  );
}

/** Searches on the server, debounced. A chosen option reads 'name (id)'; the id is not part of the search. */
function useFound(search: string) {
  const [rested] = useDebouncedValue(sanitiseText(search.replace(/ \([^()]*\)$/, '')), waitMs);
  return { query: { results_per_page: '10', ...(rested ? { search: rested } : {}) } };
}

type PickerProps = {
  label: string;
  placeholder: string;
  options: { value: string; label: string }[];
  loading: boolean;
  value: string | null;
  onSearch: (text: string) => void;
  onChange: (value: string | null) => void;
};

function Picker({ label, placeholder, options, loading, value, onSearch, onChange }: PickerProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={options}
      value={value}
      searchable
      clearable
      // the server has already filtered
      filter={({ options: all }) => all}
      rightSection={loading ? <Loader size={14} /> : undefined}
      nothingFoundMessage={loading ? t('common.loading') : t('list.tags.noOptions')}
      maxDropdownHeight={300}
      onSearchChange={onSearch}
      onChange={onChange}
    />
  );
}

function DeviceAnswer({ id, deviceId }: { id: string; deviceId: string }) {
  const reply = useApi(why.device, { params: { id, deviceId } });
  return <Answer error={reply.error}>{reply.data ? <AccessWords answer={reply.data.data} /> : null}</Answer>;
}

function PermissionAnswer({ id, permission }: { id: string; permission: string }) {
  const reply = useApi(why.permission, { params: { id, permission } });
  return <Answer error={reply.error}>{reply.data ? <PermissionWords answer={reply.data.data} /> : null}</Answer>;
}

/** Announced when it arrives, and scrolled into view: the question is at the end of a scrolling drawer. */
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
