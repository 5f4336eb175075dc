import { auth } from '@keyward/contract/auth';
import { limits } from '@keyward/contract/limits';
import { comparePermissions, type PermissionId, type Permissions } from '@keyward/contract/permissions';
import { type Role, roleName, roles, toPermissions, toRolePermissions } from '@keyward/contract/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh, useApiMutation } from '#lib/api.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { alerts } from '#ui/alerts.ts';
import { useFormGuard } from '#ui/useFormGuard.ts';
import { type Choice, folded, freeName, type Notes, withChoice } from './rows.ts';

/** The column that is open: a draft, or a role as it was when it was opened. */
type Open = { role: Role | null; key: string; start: { name: string; held: Permissions } };
type Draft = { name: string; held: Permissions; notes: Notes };
type NameFault = 'required' | 'roleNameTooLong' | 'invalidCharacters' | 'roleNameTaken';

const isFault = (text: string): text is NameFault =>
  ['required', 'roleNameTooLong', 'invalidCharacters', 'roleNameTaken'].includes(text);

/** One role column at a time is edited: a local draft until it is saved. Specification, part 1, section 4. */
export function useRoleEditor(all: readonly Role[]) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  const [open, setOpen] = useState<Open | null>(null);
  const [draft, setDraft] = useState<Draft>({ name: '', held: {}, notes: {} });
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
    // it may have been a role of one's own
    void refresh(roles.list, auth.me);
  };
  // what was refused is said at the table
  const refused = () => {
    guard.refused();
    setChecking(false);
  };
  const create = useApiMutation(roles.create, { onSuccess: saved, onError: refused });
  const update = useApiMutation(roles.update, { onSuccess: saved, onError: refused });
  const error = create.error ?? update.error;

  const changed = open ? comparePermissions(open.start.held, draft.held) : [];
  const snapshot = () => JSON.stringify([draft.name, draft.held]);
  const guard = useFormGuard(
    () => open !== null && (changed.length > 0 || draft.name !== open.start.name),
    snapshot,
    close,
  );

  const begin = (role: Role | null, key: string, name: string, held: Permissions) => {
    setOpen({ role, key, start: { name, held } });
    setDraft({ name, held, notes: {} });
    setShowFault(false);
  };
  const names = all.map(({ name }) => name);
  const sent = sanitiseText(draft.name);
  const others = all.filter(({ id }) => id !== open?.role?.id);
  const judged = roleName.safeParse(sent).error?.issues[0]?.message ?? '';
  const taken = others.some(({ name }) => folded(name) === folded(sent));
  const found = judged || (taken || error?.code === 'roleNameTaken' ? 'roleNameTaken' : '');
  const fault = isFault(found) ? found : null;

  /** Saves; with `agreed`, after what it does to people was shown. */
  const save = (agreed: boolean) => {
    setShowFault(true);
    if (!open || judged || taken || create.isPending || update.isPending) return;
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
    /** What the column is called: a built-in role by its label until it is renamed. */
    title: open?.role && draft.name === open.role.name ? nameOf(open.role) : draft.name,
    changed,
    error,
    pending: create.isPending || update.isPending,
    /** What is wrong with the name, once it should be said. */
    fault: showFault || draft.name !== open?.start.name ? fault : null,
    /** What the name becomes when it is sent, where that is something else. */
    cleaned: sent === draft.name.trim() ? null : sent,
    checking,
    asking: guard.asking,
    add: () =>
      begin(
        null,
        'draft',
        freeName((n) => t('roles.newName', { n }), names, limits.roleName),
        {},
      ),
    edit: (role: Role) => begin(role, role.id, role.name, toPermissions(role.permissions)),
    clone: (role: Role) => {
      const name = (n: number) => {
        const end = n === 1 ? ` ${t('roles.copy')}` : ` ${t('roles.copy')} ${n}`;
        return [...nameOf(role)].slice(0, limits.roleName - [...end].length).join('') + end;
      };
      begin(null, `copy of ${role.id}`, freeName(name, names, limits.roleName), toPermissions(role.permissions));
    },
    rename: (name: string) => {
      setDraft({ ...draft, name });
      create.reset();
      update.reset();
    },
    choose: (id: PermissionId, choice: Choice) => setDraft({ ...draft, ...withChoice(draft.held, id, choice) }),
    save,
    back: () => {
      setChecking(false);
      update.reset();
    },
    cancel: guard.close,
    keep: guard.keep,
    discard: guard.discard,
    /** Gives up the changes and reads the roles again. */
    reload: () => {
      close();
      void refresh(roles.list);
    },
  };
}
export type RoleEditor = ReturnType<typeof useRoleEditor>;
