import '@mantine/core/styles/Switch.css';
import { imports } from '@keyward/contract/calls';
import type { TagDefinition } from '@keyward/contract/groups';
import { ignoredColumn, importFields, importHeaders } from '@keyward/contract/imports';
import type { ImportLineErrors } from '@keyward/contract/import-errors';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { write } from '#lib/api.ts';
import { ApiError, call } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useZoneChoice } from '#list/listZone.ts';
import { alerts } from '#ui/alerts.ts';
import styles from './upload.module.css';
import { type PickedFile, unknownColumns, unreadColumns } from './uploadFile.ts';

type Props = {
  file: PickedFile;
  definitions: readonly TagDefinition[];
  onCancel: () => void;
  onUploaded: (how: { id: string } | { errors: readonly ImportLineErrors[] }) => void;
};

/** Options for a file before it is checked: the activate-profiles modal of the specification. */
export function UploadOptions({ file, definitions, onCancel, onUploaded }: Props) {
  const { t } = useTranslation();
  const { zone: own } = useSession();
  // the file may be a download of the list, whose times are in the list's zone
  const { zone, waits } = useZoneChoice('user');
  const [options, setOptions] = useState({ activate: true, update: false, clear: false });
  const [targets, setTargets] = useState<Record<number, string>>({});
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState('');
  const closed = useRef(false);
  // the check continues when the dialog closes
  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
    };
  }, []);
  const unknown = unknownColumns(file, definitions);
  const unread = unreadColumns(file, definitions);
  const set = (option: keyof typeof options) => (event: { currentTarget: HTMLInputElement }) =>
    setOptions({ ...options, [option]: event.currentTarget.checked });
  const known = [
    { value: '', label: t('imports.options.choose') },
    { value: ignoredColumn, label: t('imports.options.ignore') },
    ...importFields.map((field) => ({ value: field, label: importHeaders[field] })),
    ...definitions.map(({ id, label }) => ({ value: id, label })),
  ];

  async function check() {
    if (pending) return;
    setPending(true);
    setFailure('');
    const flag = (on: boolean) => (on ? ('true' as const) : ('false' as const));
    try {
      const { data } = await call(imports.plan, {
        file: file.bytes,
        query: {
          name: file.name.slice(0, 200),
          activate: flag(options.activate),
          update: flag(options.update),
          clear: flag(options.update && options.clear),
          columns: file.header.map((_, i) => (unknown.includes(i) ? (targets[i] ?? '') : '')).join(','),
          timezone: zone,
        },
      });
      if (closed.current) {
        // a plan that cannot be discarded expires after a day
        void write(imports.discard, { params: { id: data.id } }).catch(() => undefined);
        return;
      }
      if (data.counts.error) alerts.failure(t('imports.csvUploadErrors'), t('common.failure'));
      onUploaded({ id: data.id });
    } catch (error) {
      if (closed.current) return;
      if (error instanceof ApiError && error.lines.length) {
        alerts.failure(t('imports.csvUploadErrors'), t('common.failure'));
        return onUploaded({ errors: error.lines });
      }
      setFailure(errorWords(error));
      setPending(false);
    }
  }
  return (
    <div className={styles.dialog}>
      <Switch
        label={t('imports.options.activate')}
        description={t('imports.options.activateHelp')}
        checked={options.activate}
        onChange={set('activate')}
      />
      <Switch
        label={t('imports.options.update')}
        description={t('imports.options.updateHelp')}
        checked={options.update}
        onChange={set('update')}
      />
      {options.update ? (
        <Switch label={t('imports.options.clear')} checked={options.clear} onChange={set('clear')} />
      ) : null}
      {unknown.length ? (
        <section aria-label={t('imports.options.columns')}>
          <h3 className={styles.subtitle}>{t('imports.options.columns')}</h3>
          {unknown.map((i) => (
            <NativeSelect
              key={i}
              label={file.header[i] || String(i + 1)}
              data={known}
              value={targets[i] ?? ''}
              onChange={(event) => setTargets({ ...targets, [i]: event.currentTarget.value })}
            />
          ))}
        </section>
      ) : null}
      {unread.length ? <p>{t('imports.options.unread', { columns: unread.join(', ') })}</p> : null}
      {zone === own ? null : <p>{t('list.timesIn', { zone: zone.replaceAll('_', ' ') })}</p>}
      {failure ? (
        <p role="alert" className={styles.failure}>
          <strong>{t('imports.uploadFailed')}</strong> {failure}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          loading={pending}
          disabled={waits || unknown.some((i) => !targets[i])}
          onClick={() => void check()}
          data-autofocus
        >
          {t('imports.options.check')}
        </Button>
      </div>
    </div>
  );
}
