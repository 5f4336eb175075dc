import { devices, profiles, why } from '@keyward/contract/calls';
import type { Device } from '@keyward/contract/devices';
import { printFilter } from '@keyward/contract/filter';
import type { TagAssignment, TagDefinition } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import type { Profile } from '@keyward/contract/profiles';
import type { Verdict } from '@keyward/contract/why';
import { TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh, useApi } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { IconCheck, IconFailure, IconSearch } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { Read } from '#ui/RetryButton.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { useCan } from './useCan.ts';
import { DeviceAnswer, PermissionQuestion } from './Why.tsx';
import styles from './why.module.css';

const waitMs = 250;
/** Rows shown at a time; more are found by search. */
const page = limits.accessPairs;

/** Stands for all values of a tag. */
const everyValue = '*';

/** A device or person, with the ids of the question whether one may use the other. */
type Row = { id: string; name: string; detail: string; profileId: string; deviceId: string };

type PersonProps = { profile: Profile; definitions: readonly TagDefinition[] };

/** The devices at a person's locations, with what the person may use now and why, and the person's permissions. */
export function ReachOfProfile({ profile, definitions }: PersonProps) {
  const { t } = useTranslation();
  const explains = useCan(can.explainAccess).allowed;
  return (
    <>
      {/* first, since the list below it is long */}
      <PermissionQuestion profileId={profile.id} />
      {explains ? (
        <section className={styles.panel} aria-label={t('why.ofPerson')}>
          <h3 className={styles.title}>{t('why.ofPerson')}</h3>
          <Devices profile={profile} definitions={definitions} />
        </section>
      ) : null}
    </>
  );
}

function Devices({ profile, definitions }: PersonProps) {
  const { t } = useTranslation();
  const find = useFind(profile.tags, definitions);
  const list = useApi(devices.list, { query: find.query }, { keepPrevious: true });
  const rows = list.data?.data.map(({ id, name, serial_number: serial, locationTagValue }) => ({
    id,
    name,
    detail: [serial, locationTagValue].filter(Boolean).join(' · '),
    profileId: profile.id,
    deviceId: id,
  }));
  const ids = rows?.map(({ id }) => id).join(',') ?? '';
  const verdicts = useApi(
    why.devices,
    { params: { id: profile.id }, query: { ids } },
    { enabled: ids !== '', keepPrevious: true },
  );
  const unlisted = useFailure(list);
  const unjudged = useFailure(verdicts);
  const failure = unlisted ?? unjudged;
  return (
    <Verdicts
      find={find}
      placeholder={t('why.findDevice')}
      none={t('why.noDevices')}
      rows={rows}
      total={list.data?.total_results ?? 0}
      verdicts={verdicts.data?.data}
      failure={failure}
      read={{
        isFetching: list.isFetching || verdicts.isFetching,
        refetch: () => refresh(devices.list, why.devices),
      }}
    />
  );
}

/** The people at a device's location, with those who may use it now and why. */
export function ReachOfDevice({ device, definitions }: { device: Device; definitions: readonly TagDefinition[] }) {
  const { t } = useTranslation();
  const find = useFind(device.tags, definitions);
  const list = useApi(profiles.list, { query: find.query }, { keepPrevious: true });
  const rows = list.data?.data.map(({ id, name, username }) => ({
    id,
    name,
    detail: username,
    profileId: id,
    deviceId: device.id,
  }));
  const ids = rows?.map(({ id }) => id).join(',') ?? '';
  const verdicts = useApi(
    why.people,
    { params: { id: device.id }, query: { ids } },
    { enabled: ids !== '', keepPrevious: true },
  );
  const unlisted = useFailure(list);
  const unjudged = useFailure(verdicts);
  const failure = unlisted ?? unjudged;
  return (
    <section className={styles.panel} aria-label={t('why.ofDevice')}>
      <h3 className={styles.title}>{t('why.ofDevice')}</h3>
      <Verdicts
        find={find}
        placeholder={t('why.findPerson')}
        none={t('why.noPeople')}
        rows={rows}
        total={list.data?.total_results ?? 0}
        verdicts={verdicts.data?.data}
        failure={failure}
        read={{
          isFetching: list.isFetching || verdicts.isFetching,
          refetch: () => refresh(profiles.list, why.people),
        }}
      />
    </section>
  );
}

type Find = ReturnType<typeof useFind>;
/** Finds the first rows at these locations or, with a text, those that contain it, in any location. */
function useFind(tags: readonly TagAssignment[], definitions: readonly TagDefinition[]) {
  const [text, setText] = useState('');
  const [rested] = useDebouncedValue(sanitiseText(text), waitMs);
  const location = definitions.find((definition) => definition.is_location);
  const here = tags.find(({ tagId }) => tagId === location?.id);
  const query: Record<string, string> = {
    results_per_page: String(page),
    ...(rested
      ? { search: rested }
      : here?.values.length && !here.values.includes(everyValue)
        ? { [`tags.${here.tagId}`]: printFilter({ op: 'in', values: here.values.slice(0, limits.filterValues) }) }
        : {}),
  };
  return { text, setText, query };
}

type VerdictsProps = {
  find: Find;
  placeholder: string;
  none: string;
  rows: Row[] | undefined;
  total: number;
  verdicts: Verdict[] | undefined;
  failure: ApiError | null;
  read: Read;
};

function Verdicts({ find, placeholder, none, rows, total, verdicts, failure, read }: VerdictsProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [open, setOpen] = useState<string | null>(null);
  const byId = new Map(verdicts?.map((verdict) => [verdict.id, verdict]));
  const judged = rows?.map((row) => ({ row, verdict: byId.get(row.id) }));
  const waits = !judged || (judged.length > 0 && !verdicts);
  // in the list's order, the allowed ones first
  const allowed = judged?.filter(({ verdict }) => verdict?.allowed) ?? [];
  const shown = [...allowed, ...(judged?.filter(({ verdict }) => !verdict?.allowed) ?? [])];
  return (
    <>
      <TextInput
        aria-label={placeholder}
        placeholder={placeholder}
        leftSection={<IconSearch />}
        data-screen-only={!find.text || undefined}
        value={find.text}
        onChange={(event) => find.setText(event.currentTarget.value)}
      />
      {failure ? (
        <ErrorState title={t('why.failedToLoad')} text={errorText(failure)} read={read} />
      ) : waits ? (
        <Spinner />
      ) : shown.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <>
          <p className={styles.more} role="status">
            {t('why.allowedOf', { allowed: allowed.length, count: shown.length })}
          </p>
          <ul className={styles.reach}>
            {shown.map(({ row, verdict }) => (
              <Line
                key={row.id}
                row={row}
                verdict={verdict}
                open={open === row.id}
                onToggle={() => setOpen(open === row.id ? null : row.id)}
              />
            ))}
          </ul>
          {total > shown.length ? (
            <p className={styles.more}>{t('why.searchForMore', { count: total - shown.length })}</p>
          ) : null}
        </>
      )}
    </>
  );
}

type LineProps = { row: Row; verdict: Verdict | undefined; open: boolean; onToggle: () => void };

/** One device or person: whether it is allowed and, once opened, each rule. */
function Line({ row, verdict, open, onToggle }: LineProps) {
  const { t } = useTranslation();
  const { me } = useSession();
  const short = !verdict
    ? ''
    : verdict.failed
      ? t(`why.short.${verdict.failed}`, { count: me.offlineOkmMinutes })
      : t('why.short.allowed');
  return (
    <li data-allowed={verdict?.allowed}>
      <UnstyledButton className={styles.line} data-printed aria-expanded={open} onClick={onToggle}>
        <span className={styles.mark}>
          {!verdict ? <Spinner size={14} /> : verdict.allowed ? <IconCheck size={16} /> : <IconFailure size={16} />}
        </span>
        <span className={styles.who}>
          <span>{row.name}</span>
          <span className={styles.detail}>{row.detail}</span>
        </span>
        <span className={styles.short}>{short}</span>
      </UnstyledButton>
      {open ? (
        <>
          <DeviceAnswer id={row.profileId} deviceId={row.deviceId} />
          <Link
            className={styles.lead}
            to={row.id === row.deviceId ? paths.devices() : paths.users()}
            search={{ open: row.id }}
          >
            {t('why.show', { name: row.name })}
          </Link>
        </>
      ) : null}
    </li>
  );
}
