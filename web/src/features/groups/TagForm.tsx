import { groups } from '@keyward/contract/calls';
import { type ManagedTag, tagName, tagRights, tagTypes, type TagUsage } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { can } from '@keyward/contract/permissions';
import { TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { HeadMenu } from '#entity/HeadMenu.tsx';
import { History } from '#entity/history/History.ts';
import { readNow } from '#lib/api.ts';
import { ApiError } from '#lib/call.ts';
import { type ContractForm, useContractForm } from '#lib/form.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { useCan } from '#parts/useCan.ts';
import { useMerge } from '#parts/useMerge.ts';
import { alerts } from '#ui/alerts.ts';
import { Badge } from '#ui/Badge.tsx';
import { Counter } from '#ui/Counter.tsx';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import type { DrawerHead } from '#ui/DrawerFrame.tsx';
import { IconPlace } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { type Kind, succeed, tagWords, typeQuery } from './kinds.ts';
import { type TagValues, useMergeFields } from './mergeFields.ts';
import { ObjectFields } from './ObjectFields.tsx';
import { useUndeletableTag, useRemoveTag } from './removal.tsx';
import { objectChoice, objectRules, toObjects } from './objects.ts';
import { useCountWords, useUsage } from './usage.ts';

const schema = z.object({ label: tagName, objects: objectRules });

function NameField({ form }: { form: ContractForm<TagValues> }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('groups.form.name')}
      withAsterisk
      description={<Counter text={form.getValues().label} max={limits.tagName} />}
      autoComplete="off"
      {...form.getInputProps('label')}
    />
  );
}

type AddProps = { kind: Kind; onCreated: (id: string) => void; onClose: () => void };

export function AddTag({ kind, onCreated, onClose }: AddProps) {
  const { t } = useTranslation();
  const words = tagWords(kind);
  const form = useContractForm<TagValues>(schema, { label: '', objects: objectChoice(undefined) });
  const errorTitle = t('groups.failures.tagCouldNotBeAdded');
  const create = useDrawerCall(groups.create, {
    errorTitle,
    onSuccess: ({ data }, isOpen) => {
      succeed(t(`groups.words.${words}.created`));
      if (!isOpen()) return;
      onCreated(data.id);
      onClose();
    },
  });
  return (
    <DrawerForm
      title={t(`groups.words.${words}.add`)}
      form={form}
      error={create.error}
      errorTitle={errorTitle}
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

/** Changes a tag. A save sends the version that filled the form, so it cannot overwrite a newer one. */
export function EditTag({ kind, tag, onClose }: EditProps) {
  const { t } = useTranslation();
  // a background refetch must not replace the tag that filled this form
  const [opened] = useState(tag);
  const usage = useUsage(tag.id, useCan(tagRights[tagTypes[kind]].edit).allowed);
  const toValues = ({ label, objects }: ManagedTag): TagValues => ({ label, objects: objectChoice(objects) });
  const form = useContractForm<TagValues>(schema, toValues(opened));
  const words = tagWords(kind);
  // a deleted tag closes the drawer
  const errorTitle = t('groups.failures.tagCouldNotBeUpdated');
  const onGone = () => alerts.failure(t('errors.notFound'), errorTitle);
  const merge = useMerge({
    opened,
    read: async () => {
      const { data } = await readNow(groups.all, { query: typeQuery(kind) });
      const found = data.find(({ id }) => id === opened.id);
      if (!found) throw new ApiError(404, 'notFound');
      return found;
    },
    toValues,
    fields: useMergeFields(kind),
    mine: form.getValues,
    fill: form.setValues,
    onMerged: form.resetDirty,
    onGone,
  });
  const update = useDrawerCall(groups.update, {
    errorTitle,
    onSuccess: (_, isOpen) => {
      succeed(t(`groups.words.${words}.updated`));
      if (isOpen()) onClose();
    },
    onError: (error) => {
      if (error.code === 'notFound') onGone();
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = update.isPending || merge.reading;
  const head = useTagHead(kind, tag, usage);
  return (
    <DrawerForm
      title={t(`groups.words.${words}.edit`)}
      about={opened.id}
      form={form}
      error={merge.failure ?? update.error}
      errorTitle={errorTitle}
      quiet={!merge.failure && update.error?.code === 'conflict'}
      pending={pending}
      ready={merge.ready}
      onSubmit={({ label, objects }) =>
        update.mutate({
          params: { id: opened.id },
          ifMatch: merge.stored.version,
          // an unchanged name is not sent: one from another client may have characters that this form refuses
          body: { ...(label === merge.stored.label ? {} : { label }), objects: toObjects(objects) },
        })
      }
      onClose={onClose}
      head={head}
    >
      <Conflict merge={merge} disabled={pending} />
      <NameField form={form} />
      <ObjectFields kind={kind} form={form} tag={merge.stored} usage={usage} />
    </DrawerForm>
  );
}

/** Head of a tag's drawer: its assignments, history and deletion. */
function useTagHead(kind: Kind, tag: ManagedTag, usage: TagUsage | undefined): DrawerHead {
  const { t } = useTranslation();
  const words = useCountWords();
  const remove = useRemoveTag(kind);
  const undeletable = useUndeletableTag();
  const readsEvents = useCan(can.readEvents).allowed;
  const [open, onOpen] = useState<string | null>(null);
  const what = usage ? words(usage) : '';
  return {
    badges: (
      <>
        {tag.is_location ? (
          <Badge tone="quiet" icon={IconPlace}>
            {t('groups.location')}
          </Badge>
        ) : null}
        {usage ? (what ? t('groups.usage.usedBy', { what }) : t('groups.usage.unused')) : '\u00a0'}
      </>
    ),
    menu: <HeadMenu undeletable={undeletable(tag, usage)} onDelete={() => remove(tag)} />,
    tabs: {
      first: t('entity.tabs.details'),
      others: readsEvents
        ? [
            {
              id: 'history',
              label: t('entity.tabs.history'),
              content: (
                <Suspense fallback={<Spinner />}>
                  <History id={tag.id} by={['entity_id']} />
                </Suspense>
              ),
            },
          ]
        : [],
      open,
      onOpen,
    },
  };
}
