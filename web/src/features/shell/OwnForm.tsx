import type { Call, EndpointSpec, In, Out } from '@keyward/contract/endpoint';
import type { ReactNode } from 'react';
import { ApiError } from '#lib/call.ts';
import type { ContractForm } from '#lib/form.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { type NamedField, useMerge } from '#parts/useMerge.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';

type OwnFormProps<T, V, E extends EndpointSpec> = {
  opened: T;
  /** Reads all of the profile's own rows, since no call reads a single one. */
  readAll: () => Promise<{ data: T[] }>;
  toValues: (stored: T) => V;
  fields: readonly NamedField<V>[];
  form: ContractForm<V>;
  update: Call<E>;
  /** Request of the save, against the version that the values were merged with. */
  request: (values: V, stored: T) => In<E>;
  words: { title: string; failed: string; changed: (reply: Out<E>) => string };
  onClose: () => void;
  children: ReactNode;
};

/** Form of an own watch or report, merged with what its owner saved elsewhere, such as in another tab. */
export function OwnForm<T extends { id: string }, V extends Record<string, unknown>, E extends EndpointSpec>({
  opened,
  readAll,
  toValues,
  fields,
  form,
  update,
  request,
  words,
  onClose,
  children,
}: OwnFormProps<T, V, E>) {
  const merge = useMerge<T, V>({
    opened,
    toValues,
    fields,
    read: async () => {
      const stored = (await readAll()).data.find(({ id }) => id === opened.id);
      if (!stored) throw new ApiError(404, 'notFound');
      return stored;
    },
    mine: form.getValues,
    fill: form.setValues,
    onMerged: form.resetDirty,
    // the form shows the error
    onGone: () => undefined,
  });
  const save = useDrawerCall(update, {
    errorTitle: words.failed,
    onSuccess: (reply, isOpen) => {
      alerts.success(words.changed(reply));
      if (isOpen()) onClose();
    },
    onError: (error) => {
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = save.isPending || merge.reading;
  return (
    <DrawerForm
      title={words.title}
      about={opened.id}
      closesWithBack
      form={form}
      error={merge.failure ?? save.error}
      errorTitle={words.failed}
      quiet={!merge.failure && save.error?.code === 'conflict'}
      pending={pending}
      ready={merge.ready}
      onSubmit={(values) => save.mutate(request(values, merge.stored))}
      onClose={onClose}
    >
      <Conflict merge={merge} disabled={pending} />
      {children}
    </DrawerForm>
  );
}
