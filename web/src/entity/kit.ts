import type { Me } from '@keyward/contract/auth';
import type { Call, EndpointSpec } from '@keyward/contract/endpoint';
import type { ErrorCode } from '@keyward/contract/errors';
import type { TagDefinition } from '@keyward/contract/groups';
import type { Authority, Rule } from '@keyward/contract/permissions';
import type { EditableResource } from '@keyward/contract/resources';
import type { TFunction } from 'i18next';
import type { FC, ReactNode } from 'react';
import type { z } from 'zod';
import type { DrawerHead } from '#ui/DrawerFrame.tsx';
import type { HistoryOf } from './history/shown.ts';

export type Definitions = readonly TagDefinition[];
export type Stored = { id: string; name: string; version: number };

type OfOneRow = EndpointSpec & { params: z.ZodType<unknown, { id: string }> };
/** The call that reads a row. */
export type GetRow<T> = Call<OfOneRow & { reply: z.ZodType<{ data: T }> }>;

/** The form of a new row, or of `opened`. `shown` is the same row as it is now. */
export type RowFormProps<T> = { definitions: Definitions; onClose: () => void } & (
  | { formType: 'create'; opened?: undefined; onOpen: (id: string) => void }
  | {
      formType: 'edit';
      opened: T;
      shown: T;
      head: DrawerHead;
      /** Shown below the fields. */
      after: ReactNode;
    }
);

type Drawn<T> = { rule: Rule; Content: FC<{ shown: T }> };
type Access<T> = { rule: Rule; Content: FC<{ shown: T; definitions: Definitions }> };

/**
 * The parts of an entity's drawer that its feature provides. EntityDrawer.tsx derives loading, errors, the deleted row, tabs and
 * deletion from them; EntityForm.tsx, which `Form` renders, handles saving, conflicts and alerts. No part can be forgotten: where
 * rows do without one, it is `null`.
 */
export type EntityKit<T extends Stored> = {
  resource: EditableResource;
  calls: { list: Call; get: GetRow<T>; remove: Call<OfOneRow> };
  Form: FC<RowFormProps<T>>;
  /** The row's state, in the drawer's head. */
  Badges: FC<{ shown: T }> | null;
  /** The fields as text, without the permission to edit. */
  Facts: FC<{ shown: T; definitions: Definitions }>;
  /** Content below the fields that the form does not change. `mayEdit`: its controls can be used. */
  Rest: FC<{ shown: T; mayEdit: boolean }> | null;
  /** Further items of the menu in the drawer's head, for profiles that may edit the row. */
  Actions: FC<{ shown: T }> | null;
  /** The devices that this profile can reach, or the profiles that can reach this device; needs a permission of its own. */
  access: Access<T> | null;
  /** The events of the row: those about it and, for a profile, those that it caused. */
  history: readonly HistoryOf[];
  /** The row's states over time, drawn above its events. */
  lines: Drawn<T> | null;
  /** Returns the reason why the row cannot be deleted; null: every row can. */
  undeletable: ((shown: T, me: Me, authority: Authority) => ErrorCode | undefined) | null;
  /** Returns the losses of a deletion, as texts. */
  lost: (shown: T, t: TFunction) => string[];
};
