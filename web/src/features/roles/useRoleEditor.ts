import { limits } from '@keyward/contract/limits';
import { comparePermissions, type PermissionId } from '@keyward/contract/permissions';
import { roles } from '@keyward/contract/calls';
import { type Role, roleName, toRolePermissions } from '@keyward/contract/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { withChanges } from '#lib/kept.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { alerts } from '#ui/alerts.ts';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { useFormGuard } from '#ui/useFormGuard.ts';
import {
  type Choice,
  choicesIn,
  consistent,
  type Draft,
  folded,
  freeName,
  type Notes,
  withChoice,
  withChoices,
} from './rows.ts';
import { draftOf, useRoleMerge } from './useRoleMerge.ts';

/** The open column: a draft, or a role as it was when opened. */
type Open = { role: Role | null; key: string; start: Draft };
type NameFault = 'required' | 'roleNameTooLong' | 'invalidCharacters' | 'roleNameTaken';

/** The column as form fields; fields that differ are kept when the session ends. */
const fieldsOf = ({ name, held }: Draft) => ({ name, cells: choicesIn(held) });

const isFault = (text: string): text is NameFault =>
  ['required', 'roleNameTooLong', 'invalidCharacters', 'roleNameTaken'].includes(text);

/** Edits one role column at a time, as a local draft. Specification, part 1, section 4. */
export function useRoleEditor(all: readonly Role[]) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  const [open, setOpen] = useState<Open | null>(null);
  const [draft, setDraft] = useState<Draft & { notes: Notes }>({ name: '', held: {}, notes: {} });
  const [checking, setChecking] = useState(false);
  const [showFault, setShowFault] = useState(false);

  const close = () => {
    setOpen(null);
    setChecking(false);
    create.reset();
    update.reset();
  };
  const saved = () => {
    close();
    alerts.success(t('roles.success.saved'));
  };
  // shows the refusal at the table
  const refused = (refusal: ApiError) => {
    guard.refused();
    setChecking(false);
    if (refusal.code === 'conflict') void merge.begin(refusal);
  };
  const merge = useRoleMerge({
    opened: open?.role ?? null,
    mine: () => ({ name: draft.name, held: draft.held }),
    fill: ({ name, held }) => setDraft({ name, ...consistent(held) }),
    onMerged: (start, role) => setOpen((now) => now && { ...now, role, start }),
  });
  const create = useDrawerCall(roles.create, {
    errorTitle: t('roles.failure.create'),
    onSuccess: saved,
    onError: refused,
  });
  const update = useDrawerCall(roles.update, {
    errorTitle: t('roles.failure.update'),
    onSuccess: saved,
    onError: refused,
  });
  const refusal = create.error ?? update.error;
  // a conflict has its own panel
  const error = merge.failure ?? (refusal?.code === 'conflict' ? null : refusal);
  const pending = create.isPending || update.isPending || merge.reading;

  const changed = open ? comparePermissions(open.start.held, draft.held) : [];
  const snapshot = () => JSON.stringify([draft.name, draft.held]);
  const guard = useFormGuard(
    () => open !== null && (changed.length > 0 || draft.name !== open.start.name),
    snapshot,
    close,
  );

  const begin = (role: Role | null, key: string, start: Draft) => {
    setOpen({ role, key, start });
    setDraft({ ...start, notes: {} });
    merge.reset(role);
    setShowFault(false);
  };
  const names = all.map(({ name }) => name);
  const sent = sanitiseText(draft.name);
  const others = all.filter(({ id }) => id !== open?.role?.id);
  const judged = roleName.safeParse(sent).error?.issues[0]?.message ?? '';
  const taken = others.some(({ name }) => folded(name) === folded(sent));
  const found = judged || (taken || error?.code === 'roleNameTaken' ? 'roleNameTaken' : '');
  const fault = isFault(found) ? found : null;

  /** Saves; `agreed` once the effect on profiles has been shown. */
  const save = (agreed: boolean) => {
    setShowFault(true);
    // Ctrl+Enter also reaches the form below the question, which must be answered first
    if (!open || guard.asking || judged || taken || pending || !merge.ready()) return;
    const permissions = toRolePermissions(draft.held);
    if (!open.role) {
      guard.sent();
      create.mutate({ body: { name: sent, permissions } });
    } else if (!agreed && changed.length && open.role.profiles) setChecking(true);
    else {
      guard.sent();
      const { id, version } = open.role;
      update.mutate({ params: { id }, ifMatch: version, body: { name: sent, permissions } });
    }
  };

  return {
    open,
    draft,
    /** Title of the column: the label of a built-in role until it is renamed. */
    title: open?.role && draft.name === open.role.name ? nameOf(open.role) : draft.name,
    changed,
    error,
    pending,
    merge,
    /** Fault of the name, once it may be shown. */
    fault: showFault || draft.name !== open?.start.name ? fault : null,
    /** Sanitised name if it differs from the typed one. */
    cleaned: sent === draft.name.trim() ? null : sent,
    checking,
    asking: guard.asking,
    add: () =>
      begin(null, 'draft', { name: freeName((n) => t('roles.newName', { n }), names, limits.roleName), held: {} }),
    edit: (role: Role) => begin(role, role.id, draftOf(role)),
    clone: (role: Role) => {
      const name = (n: number) => {
        const end = n === 1 ? ` ${t('roles.copy')}` : ` ${t('roles.copy')} ${n}`;
        return [...nameOf(role)].slice(0, limits.roleName - [...end].length).join('') + end;
      };
      begin(null, `copy of ${role.id}`, { ...draftOf(role), name: freeName(name, names, limits.roleName) });
    },
    rename: (name: string) => {
      setDraft({ ...draft, name });
      create.reset();
      update.reset();
    },
    choose: (id: PermissionId, choice: Choice) => setDraft({ ...draft, ...withChoice(draft.held, id, choice) }),
    /** The draft to keep when the session ends, and the function that restores it. */
    kept: {
      form: JSON.stringify(['role', open?.key]),
      before: () => fieldsOf(open?.start ?? draft),
      now: () => fieldsOf(draft),
      restore: (changes: Readonly<Record<string, unknown>>) => {
        const { name, cells } = withChanges(fieldsOf(draft), changes);
        setDraft({ name, ...consistent(withChoices(draft.held, cells)) });
      },
    },
    save,
    back: () => {
      setChecking(false);
      update.reset();
    },
    cancel: guard.close,
    keep: guard.keep,
    discard: guard.discard,
  };
}
export type RoleEditor = ReturnType<typeof useRoleEditor>;
