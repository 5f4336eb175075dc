import { can, type PermissionId } from '@keyward/contract/permissions';
import { type Role, toPermissions } from '@keyward/contract/roles';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { CanButton } from '#parts/Can.tsx';
import { useRoles } from '#parts/useRoles.ts';
import { IconAdd, IconColumns } from '#ui/icons.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { CompareBar } from './CompareBar.tsx';
import { EditBar } from './EditBar.tsx';
import { ImpactDrawer } from './ImpactDrawer.tsx';
import { type Column, Matrix } from './Matrix.tsx';
import styles from './roles.module.css';
import { choiceIn, matrixRows } from './rows.ts';
import { useCompare } from './useCompare.ts';
import { useNewFromAddress } from './useNewFromAddress.ts';
import { useRemoveRole } from './useRemoveRole.ts';
import { useRoleInAddress } from './useRoleInAddress.ts';
import { type RoleEditor, useRoleEditor } from './useRoleEditor.ts';

/** Roles & Permissions: the matrix and its editor. Specification, part 1, sections 2 and 4 to 6. */
export function RolesPanel() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const roles = useRoles();
  const failure = useFailure(roles);
  if (roles.data) return <Editor all={roles.data} />;
  if (failure) {
    return <ErrorState title={t('roles.loadFailed')} text={errorText(failure)} read={roles} />;
  }
  return (
    <>
      <div className={styles.skeleton} aria-hidden />
      <SlowNotice />
    </>
  );
}

/** Rows for this tenant: OnePASS only with its feature, all-data access only if the tenant has no location tag. */
function useRows() {
  const { me, authority } = useSession();
  return matrixRows({ secureKey: authority.features.includes('secureKey'), allData: !me.hasLocations });
}

function Editor({ all }: { all: readonly Role[] }) {
  const { t } = useTranslation();
  const editor = useRoleEditor(all);
  useNewFromAddress(editor);
  const named = useRoleInAddress();
  const compare = useCompare(all);
  const known = useRows();
  const remove = useRemoveRole();
  const add = useRef<HTMLSpanElement>(null);
  useFocusAfter(editor, () => add.current?.querySelector('button'));

  const { open } = editor;
  const { pair } = compare;
  const columns = columnsOf(pair ? [pair.left, pair.right] : all, open);
  // compares stored values: a row that is being edited stays, whatever is chosen; a new role may set every row
  const storedIn = (role: Role, id: PermissionId) => choiceIn(toPermissions(role.permissions), id);
  const differs = ({ id }: { id: PermissionId }) =>
    !pair?.only || (open !== null && open.role === null) || storedIn(pair.left, id) !== storedIn(pair.right, id);
  const rows = {
    areas: known.areas.filter(differs),
    access: known.access.filter(differs),
    more: known.more.filter(differs),
  };
  const alike = Object.values(rows).every((part) => part.length === 0);
  return (
    <div className={styles.panel}>
      <div className={styles.tools}>
        <p className={styles.count}>{t('roles.columns', { count: all.length })}</p>
        {compare.start && !pair ? (
          <Button variant="default" leftSection={<IconColumns />} disabled={open !== null} onClick={compare.start}>
            {t('roles.compare.start')}
          </Button>
        ) : null}
        <span ref={add}>
          <CanButton rule={can.editRoles} leftSection={<IconAdd />} disabled={open !== null} onClick={editor.add}>
            {t('roles.add')}
          </CanButton>
        </span>
      </div>
      <CompareBar all={all} compare={compare} disabled={open !== null} />
      {alike ? <p className={styles.text}>{t('roles.compare.alike')}</p> : null}
      <div className={styles.scroller}>
        <Matrix
          columns={columns}
          rows={rows}
          known={Object.values(known).flat()}
          named={named}
          editor={editor}
          onRemove={remove}
        />
      </div>
      {open ? <EditBar editor={editor} /> : <p className={styles.quiet}>{t('roles.help')}</p>}
      {open?.role && editor.checking ? <ImpactDrawer role={open.role} editor={editor} /> : null}
    </div>
  );
}

/** A copy is beside its original, a new role at the end; an edited role stays even if it is deleted. */
function columnsOf(roles: readonly Role[], open: RoleEditor['open']): Column[] {
  const columns = roles.flatMap((role): Column[] => [
    { key: role.id, role },
    ...(open?.key === `copy of ${role.id}` ? [{ key: open.key, role: null }] : []),
  ]);
  const there = !open || columns.some(({ key }) => key === open.key);
  return there ? columns : [...columns, { key: open.key, role: open.role }];
}

/** After a column closes, focuses its edit button, or Add role. */
function useFocusAfter({ open }: RoleEditor, add: () => HTMLElement | null | undefined) {
  const before = useRef<string | null>(null);
  // the focused field is removed from the DOM, and the focus with it
  useEffect(() => {
    const closed = open ? null : before.current;
    before.current = open?.key ?? null;
    if (closed) (document.getElementById(`edit-${closed}`) ?? add())?.focus();
  }, [open, add]);
}
