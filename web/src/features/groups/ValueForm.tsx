import { groups } from '@keyward/contract/calls';
import { byName, type ManagedTag, tagValueName } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { HeadMenu } from '#entity/HeadMenu.tsx';
import type { ApiError } from '#lib/call.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { useContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { Counter } from '#ui/Counter.tsx';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import type { DrawerHead } from '#ui/DrawerFrame.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './groups.module.css';
import { succeed, tagWords } from './kinds.ts';
import { useUndeletableValue, useRemoveValue } from './removal.tsx';
import { withEvery } from './count.ts';
import { useCountWords, useUsage } from './usage.ts';

type Value = ManagedTag['values'][number];
const schema = z.object({ name: tagValueName });

type FormProps = {
  tag: ManagedTag;
  title: string;
  submitLabel: string;
  name: string;
  error: ApiError | null;
  pending: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
  head?: DrawerHead;
  children?: ReactNode;
};

function ValueForm({ tag, title, submitLabel, name, error, pending, onSave, onClose, head, children }: FormProps) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const localError = useMemo(() => error && withLocalTime(error, zone), [error, zone]);
  const form = useContractForm<{ name: string }>(schema, { name });
  return (
    <DrawerForm
      title={title}
      about={`${tag.id} ${name}`}
      trail={t('groups.trail', { what: t(`groups.words.${tagWords('group')}.shortOne`), name: tag.label })}
      form={form}
      error={localError}
      errorTitle={t('groups.failures.valueCouldNotBeAddedOrUpdated')}
      pending={pending}
      submitLabel={submitLabel}
      fieldOf={(constraint) => (constraint.startsWith('values') ? 'name' : constraint)}
      onSubmit={(values) => onSave(values.name.trim())}
      onClose={onClose}
      {...(head ? { head } : {})}
    >
      <TextInput
        label={t('groups.form.name')}
        withAsterisk
        description={<Counter text={form.getValues().name} max={limits.tagValue} />}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {children}
    </DrawerForm>
  );
}

/** The position of a new value: sorted in while the values are sorted by name, else last. */
function withNew(values: readonly Value[], name: string): ({ id: string } | string)[] {
  const known = values.map(({ id }) => ({ id }));
  const sorted = values.every((value, i) => i === 0 || byName(values[i - 1]?.name ?? '', value.name) <= 0);
  const before = sorted ? values.findIndex((value) => byName(name, value.name) < 0) : -1;
  return before < 0 ? [...known, name] : known.toSpliced(before, 0, { id: '' }).map((v) => (v.id ? v : name));
}

export function AddValue({ tag, onClose }: { tag: ManagedTag; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useDrawerCall(groups.update, {
    errorTitle: t('groups.failures.valueCouldNotBeAddedOrUpdated'),
    onSuccess: (_, isOpen) => {
      succeed(t('groups.words.groupValue.created'));
      if (isOpen()) onClose();
    },
  });
  return (
    <ValueForm
      tag={tag}
      title={t('groups.words.groupValue.add')}
      submitLabel={t('groups.add')}
      name=""
      error={update.error}
      pending={update.isPending}
      onSave={(name) =>
        update.mutate({ params: { id: tag.id }, ifMatch: tag.version, body: { values: withNew(tag.values, name) } })
      }
      onClose={onClose}
    />
  );
}

type EditProps = { tag: ManagedTag; value: Value; onClose: () => void };

/** Renames a value. The previous name is sent along, so that a concurrent rename is not overwritten. */
export function EditValue({ tag, value, onClose }: EditProps) {
  const { t } = useTranslation();
  const [previous] = useState(value.name);
  const words = useCountWords();
  const all = useUsage(tag.id, true);
  const usage = all?.values.find(({ id }) => id === value.id);
  const what = all && usage ? words(withEvery(usage, all)) : '';
  const remove = useRemoveValue(tag);
  const undeletable = useUndeletableValue();
  const edit = useDrawerCall(groups.editValues, {
    errorTitle: t('groups.failures.valueCouldNotBeAddedOrUpdated'),
    onSuccess: (_, isOpen) => {
      succeed(t('groups.words.groupValue.updated'));
      if (isOpen()) onClose();
    },
  });
  return (
    <ValueForm
      tag={tag}
      title={t('groups.words.groupValue.edit')}
      submitLabel={t('common.save')}
      name={previous}
      error={edit.error}
      pending={edit.isPending}
      onSave={(newValue) =>
        edit.mutate({ params: { id: tag.id }, body: { values: [{ oldValue: previous, newValue }] } })
      }
      onClose={onClose}
      head={{
        badges: usage ? (what ? t('groups.usage.usedBy', { what }) : t('groups.usage.unused')) : '\u00a0',
        menu: <HeadMenu undeletable={undeletable(tag, value, usage)} onDelete={() => remove(value)} />,
      }}
    >
      {what ? <p className={styles.quiet}>{t('groups.usage.renamed')}</p> : null}
    </ValueForm>
  );
}
