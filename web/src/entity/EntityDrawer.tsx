import type { Call, EndpointSpec } from '@keyward/contract/endpoint';
import { groups } from '@keyward/contract/calls';
import type { TagDefinition, TagObjectType } from '@keyward/contract/groups';
import type { Rule } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { refresh, useApi } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { openNew } from '#list/url.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EmptyState, ErrorState, NoPermission, SlowNotice } from '#ui/states.tsx';
import { useCan } from '#parts/useCan.ts';

/** The reads of the row and of its list, which are stale when the row is gone or could not be read. */
export type EntityCalls = {
  get: Call<EndpointSpec & { params: z.ZodType<unknown, { id: string }> }>;
  list: Call;
};
type Definitions = readonly TagDefinition[];
type Props<T> = {
  /** A row's id, or `openNew`. */
  open: string;
  /** The object type whose tags apply. */
  object: TagObjectType;
  /** The right to add and edit. */
  rule: Rule;
  title: string;
  words: { loadFailed: string; gone: { title: string; text: string; close: string } };
  /** The read of the row; disabled for a new one. */
  reply: UseQueryResult<{ data: T }, ApiError>;
  calls: EntityCalls;
  create: (definitions: Definitions) => ReactNode;
  edit: (shown: T, definitions: Definitions) => ReactNode;
  /** Without the right to edit: the same content as text, with the permission that a change needs. */
  facts: (shown: T, definitions: Definitions, missing: { permission: string; level: string }) => ReactNode;
  onClose: () => void;
};

/** The drawer of a list: adds, edits or shows a row, and shows its loading, error and deleted states. */
export function EntityDrawer<T extends { id: string }>(props: Props<T>) {
  const { open, object, rule, title, words, reply, calls, onClose } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const may = useCan(rule);
  const isNew = open === openNew;
  const tags = useApi(groups.definitions, { query: { object_type: object } }, { staleTime: 60_000 });
  // a form is filled only once, so it waits for current data instead of starting from an older copy
  const [filled, setFilled] = useState('');
  if (reply.data && filled !== open && (!reply.isFetching || reply.isFetchedAfterMount)) setFilled(open);
  const framed = (content: ReactNode) => (
    <DrawerFrame title={title} onClose={onClose}>
      {content}
    </DrawerFrame>
  );

  if (isNew && !may.allowed) return framed(<NoPermission text={may.reason} />);
  if (!isNew && reply.error && [400, 404].includes(reply.error.status)) {
    const close = () => {
      void refresh(calls.list);
      onClose();
    };
    return framed(
      <EmptyState title={words.gone.title} text={words.gone.text}>
        <Button onClick={close}>{words.gone.close}</Button>
      </EmptyState>,
    );
  }
  const definitions = tags.data?.data;
  if (!definitions || (!isNew && filled !== open)) {
    const error = isNew ? tags.error : (reply.error ?? tags.error);
    return framed(
      error ? (
        <ErrorState
          title={words.loadFailed}
          text={errorText(error)}
          action={t('common.retry')}
          onAction={() => void refresh(calls.get, groups.definitions)}
        />
      ) : (
        <>
          <Spinner />
          <SlowNotice />
        </>
      ),
    );
  }
  if (isNew || !reply.data) return props.create(definitions);
  const shown = reply.data.data;
  if (may.allowed) return props.edit(shown, definitions);
  const permission = rule.permissions.map((id) => t(`permissions.${id}`)).join(', ');
  return props.facts(shown, definitions, { permission, level: t('roles.values.EDIT') });
}
