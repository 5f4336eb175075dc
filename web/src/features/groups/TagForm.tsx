import { groups, type ManagedTag, tagName, tagTypes } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useApiMutation } from '#lib/api.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { type ContractForm, useContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { useCan } from '#parts/useCan.ts';
import { tagRights } from '@keyward/contract/groups';
import { Counter } from '#ui/Counter.tsx';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import styles from './groups.module.css';
import { type Kind, refreshTags, refreshWithoutCounts, succeed, tagWords } from './kinds.ts';
import { ObjectFields } from './ObjectFields.tsx';
import { type ObjectChoice, objectChoice, objectRules, toObjects } from './objects.ts';
import { useUsage } from './usage.ts';

type Values = { label: string; objects: ObjectChoice };
const schema = z.object({ label: tagName, objects: objectRules });

function NameField({ form }: { form: ContractForm<Values> }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('groups.form.name')}
      withAsterisk
      description={<Counter text={form.getValues().label} max={limits.tagName} />}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autoComplete="off"
      {...form.getInputProps('label')}
    />
  );
}

type AddProps = { kind: Kind; onCreated: (id: string) => void; onClose: () => void };

export function AddTag({ kind, onCreated, onClose }: AddProps) {
  const { t } = useTranslation();
  const words = tagWords(kind);
  const form = useContractForm<Values>(schema, { label: '', objects: objectChoice(undefined) });
  const create = useApiMutation(groups.create, {
    onSuccess: ({ data }) => {
      void refreshTags();
      succeed(t(`groups.words.${words}.created`));
      onCreated(data.id);
      onClose();
    },
  });
  return (
    <DrawerForm
      title={t(`groups.words.${words}.add`)}
      form={form}
      error={create.error}
      errorTitle={t('groups.failures.tagCouldNotBeAdded')}
      pending={create.isPending}
      submitLabel={t('groups.add')}
      onSubmit={({ label, objects }) =>
        create.mutate({ body: { label, type: tagTypes[kind], objects: toObjects(objects) } })
      }
      onClose={onClose}
    >
      <NameField form={form} />
      <ObjectFields kind={kind} form={form} tag={undefined} usage={undefined} />
    </DrawerForm>
  );
}

type EditProps = { kind: Kind; tag: ManagedTag; onClose: () => void };

/** Changes a tag; what others changed meanwhile is not overwritten: the version it was opened with is sent along. */
export function EditTag(props: EditProps) {
  const [round, setRound] = useState(0);
  return <EditForm key={round} {...props} onReload={() => void refreshTags().then(() => setRound((n) => n + 1))} />;
}

function EditForm({ kind, tag, onReload, onClose }: EditProps & { onReload: () => void }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  // what is read again in the background must not pass for what this form was filled from
  const [opened] = useState(tag);
  const usage = useUsage(tag.id, useCan(tagRights[tagTypes[kind]].edit).allowed);
  const form = useContractForm<Values>(schema, { label: opened.label, objects: objectChoice(opened.objects) });
  const words = tagWords(kind);
  const update = useApiMutation(groups.update, {
    onSuccess: () => {
      void refreshTags();
      succeed(t(`groups.words.${words}.updated`));
      onClose();
    },
    onError: (error) => {
      if (error.code === 'notFound') void refreshWithoutCounts();
    },
  });
  const conflict = update.error?.code === 'conflict';
  const error = useMemo(() => withLocalTime(update.error, zone), [update.error, zone]);
  return (
    <DrawerForm
      title={t(`groups.words.${words}.edit`)}
      form={form}
      error={error}
      errorTitle={t(conflict ? 'groups.conflict.title' : 'groups.failures.tagCouldNotBeUpdated')}
      pending={update.isPending}
      onSubmit={({ label, objects }) =>
        update.mutate({
          params: { id: opened.id },
          ifMatch: opened.version,
          // a name that was made elsewhere may have characters that none typed here can have
          body: { ...(label === opened.label ? {} : { label }), objects: toObjects(objects) },
        })
      }
      onClose={onClose}
    >
      {conflict ? (
        <div className={styles.note}>
          <span>{t('groups.conflict.hint')}</span>
          <Button size="xs" variant="default" onClick={onReload}>
            {t('groups.conflict.reload')}
          </Button>
        </div>
      ) : null}
      <NameField form={form} />
      <ObjectFields kind={kind} form={form} tag={opened} usage={usage} />
    </DrawerForm>
  );
}
