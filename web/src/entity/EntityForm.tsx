import type { Call, EndpointSpec, In, Out } from '@keyward/contract/endpoint';
import type { EditableResource } from '@keyward/contract/resources';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKey, queryClient, readNow, refresh } from '#lib/api.ts';
import type { ContractForm } from '#lib/form.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { fieldOfRefusal } from '#parts/tagValues.ts';
import { type NamedField, useMerge } from '#parts/useMerge.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import type { GetRow, RowFormProps, Stored } from './kit.ts';

type Entity<T extends Stored, V extends Record<string, unknown>, C extends EndpointSpec, U extends EndpointSpec> = {
  resource: EditableResource;
  calls: { list: Call; get: GetRow<T>; create: Call<C>; update: Call<U> };
  form: ContractForm<V>;
  /** The form's values for a stored row. */
  toValues: (stored: T) => V;
  /** The form's fields, for the merge after a conflict. */
  mergeFields: readonly NamedField<V>[];
  /** The values that a person types; the others are chosen from stored ones and sent unchanged. */
  typed: (values: V) => unknown;
  toCreate: (values: V) => In<C>;
  /** `stored`: the row that the save replaces. */
  toUpdate: (values: V, stored: T) => In<U>;
  /** The new row, if it is opened after its creation. */
  opensCreated?: (reply: Out<C>) => T | undefined;
  /** Returns the initial values of the next form after 'Save and add another', since rows are often added in numbers. */
  toNext?: (given: V) => V;
  /** Shows the new row above the drawer, in place of the alert; `close` closes the drawer, unless another row follows. */
  onCreated?: (reply: Out<C>, close: () => void) => void;
  children: ReactNode;
};
type Of<M, T extends Stored> = Extract<RowFormProps<T>, { formType: M }>;

/** The form of a row: adds one, or changes the one that is open. */
export function EntityForm<
  T extends Stored,
  V extends Record<string, unknown>,
  C extends EndpointSpec,
  U extends EndpointSpec,
>(props: Entity<T, V, C, U> & RowFormProps<T>) {
  return props.formType === 'create' ? <CreateForm {...props} /> : <EditForm {...props} />;
}

function CreateForm<
  T extends Stored,
  V extends Record<string, unknown>,
  C extends EndpointSpec,
  U extends EndpointSpec,
>({ calls, onOpen, onClose, ...entity }: Entity<T, V, C, U> & Of<'create', T>) {
  const { t } = useTranslation();
  const texts = listNamespaces[entity.resource];
  const { form, toNext } = entity;
  const next = useRef<(() => V) | null>(null);
  const errorTitle = t(`${texts}.failure.add`);
  const create = useDrawerCall(calls.create, {
    errorTitle,
    onSuccess: (reply, isOpen) => {
      const stays = next.current !== null;
      const close = () => {
        if (!stays && isOpen()) onClose();
      };
      if (next.current) form.setInitialValues(next.current());
      if (next.current || entity.onCreated) form.reset();
      if (entity.onCreated) return entity.onCreated(reply, close);
      alerts.success(t(`${texts}.success.added`));
      const opened = entity.opensCreated?.(reply);
      if (!opened) return close();
      queryClient.setQueryData(apiKey(calls.get, { params: { id: opened.id } }), { data: opened });
      if (isOpen()) onOpen(opened.id);
    },
  });
  return (
    <DrawerForm
      title={t(`${texts}.add`)}
      form={form}
      error={create.error}
      errorTitle={errorTitle}
      pending={create.isPending}
      fieldOf={fieldOfRefusal}
      typed={entity.typed}
      submitLabel={t(`${texts}.add`)}
      onSubmit={(values) => {
        next.current = null;
        create.mutate(entity.toCreate(values));
      }}
      {...(toNext
        ? {
            next: {
              label: t('entity.addAnother'),
              onSubmit: (values: V) => {
                next.current = () => toNext(values);
                create.mutate(entity.toCreate(values));
              },
            },
          }
        : {})}
      onClose={onClose}
    >
      {entity.children}
    </DrawerForm>
  );
}

/** A save sends the version that filled the form, so it cannot overwrite a newer one. */
function EditForm<T extends Stored, V extends Record<string, unknown>, C extends EndpointSpec, U extends EndpointSpec>({
  calls,
  opened,
  head,
  after,
  onClose,
  form,
  ...entity
}: Entity<T, V, C, U> & Of<'edit', T>) {
  const { t } = useTranslation();
  const texts = listNamespaces[entity.resource];
  const merge = useMerge({
    opened,
    read: async () => (await readNow(calls.get, { params: { id: opened.id } })).data,
    toValues: entity.toValues,
    fields: entity.mergeFields,
    mine: form.getValues,
    fill: form.setValues,
    onMerged: form.resetDirty,
    onGone: () => void refresh(calls.get, calls.list),
  });
  const errorTitle = t(`${texts}.failure.update`);
  const update = useDrawerCall(calls.update, {
    errorTitle,
    onSuccess: (_, isOpen) => {
      alerts.success(t(`${texts}.success.updated`));
      if (isOpen()) onClose();
    },
    onError: (error) => {
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = update.isPending || merge.reading;
  return (
    <DrawerForm
      title={opened.name}
      form={form}
      error={merge.failure ?? update.error}
      errorTitle={errorTitle}
      quiet={!merge.failure && update.error?.code === 'conflict'}
      pending={pending}
      ready={merge.ready}
      fieldOf={fieldOfRefusal}
      typed={entity.typed}
      onSubmit={(values) => update.mutate(entity.toUpdate(values, merge.stored))}
      onClose={onClose}
      head={head}
      after={after}
    >
      <Conflict merge={merge} disabled={pending} />
      {entity.children}
    </DrawerForm>
  );
}
