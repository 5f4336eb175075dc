import { type PermissionId, type Permissions, permissionCatalogue, valueIn } from '@keyward/contract/permissions';
import { type Role, toPermissions } from '@keyward/contract/roles';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconMinus } from '#ui/icons.tsx';
import { ChoiceCell } from './ChoiceCell.tsx';
import { ColumnHead, EditedHead } from './ColumnHead.tsx';
import styles from './matrix.module.css';
import { beside, choiceIn, type MatrixRows, type Row } from './rows.ts';
import { useGridKeys } from './useGridKeys.ts';
import type { RoleEditor } from './useRoleEditor.ts';

export type Column = { key: string; role: Role | null };
type Props = {
  columns: readonly Column[];
  rows: MatrixRows<readonly Row[]>;
  /** Every row of the matrix, including hidden ones. */
  known: readonly Row[];
  /** Id of the role named in the address. */
  named: string | undefined;
  editor: RoleEditor;
  onRemove: (role: Role) => void;
};

/** Permissions as rows, roles as columns. The matrix scrolls by itself; its first column and its head are sticky. */
export function Matrix({ columns, rows, known, named, editor, onRemove }: Props) {
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const keys = useGridKeys(table);
  const heldBy = new Map(columns.map(({ key, role }) => [key, role ? toPermissions(role.permissions) : {}]));
  const others = columns.map(({ key }) => {
    const held = key === editor.open?.key ? editor.draft.held : (heldBy.get(key) ?? {});
    return { key, held, ids: beside(held, known) };
  });
  const line = ({ id, sub }: Row) => (
    <tr key={id}>
      <th scope="row" data-sub={sub || undefined}>
        {t(`permissions.${id}`)}
      </th>
      {columns.map(({ key, role }) =>
        key === editor.open?.key ? (
          <td key={key} data-edited>
            <ChoiceCell
              id={id}
              held={editor.draft.held}
              role={editor.title}
              notes={editor.draft.notes}
              disabled={editor.pending}
              onChoose={(choice) => editor.choose(id, choice)}
            />
          </td>
        ) : (
          <td key={key} tabIndex={-1} data-stop>
            {role ? <Value held={heldBy.get(key) ?? {}} id={id} /> : null}
          </td>
        ),
      )}
    </tr>
  );
  const header = (words: string) => (
    <tr className={styles.section}>
      <th scope="rowgroup" colSpan={columns.length + 1}>
        <span>{words}</span>
      </th>
    </tr>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table that arrow keys move in
    <table ref={table} role="grid" className={styles.table} aria-label={t('roles.table')} {...keys}>
      <thead>
        <tr>
          <th scope="col" className={styles.corner}>
            {t('roles.permission')}
          </th>
          {columns.map(({ key, role }) =>
            key === editor.open?.key || !role ? (
              <EditedHead key={key} editor={editor} />
            ) : (
              <ColumnHead
                key={key}
                role={role}
                isNamed={key === named}
                editor={editor}
                onRemove={() => onRemove(role)}
              />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.areas.map(line)}
        {rows.access.length ? header(t('shell.tabs.access')) : null}
        {rows.access.map(line)}
        {rows.more.length ? header(t('roles.more')) : null}
        {rows.more.map(line)}
        {others.some(({ ids }) => ids.length) ? (
          <tr className={styles.beside}>
            <th scope="row">{t('roles.beside')}</th>
            {others.map(({ key, held, ids }) => (
              <td key={key} tabIndex={-1} data-stop data-edited={key === editor.open?.key || undefined}>
                {ids.length ? <Beside held={held} ids={ids} /> : null}
              </td>
            ))}
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

/** Value of a role's cell, with its visual weight. */
function Value({ held, id }: { held: Permissions; id: PermissionId }) {
  const { t } = useTranslation();
  const choice = choiceIn(held, id);
  const off = choice === 'NONE' || choice === 'FALSE';
  return (
    <span className={styles.value} data-value={choice} data-off={off || undefined}>
      {off ? <IconMinus size={14} /> : <IconCheck size={14} />}
      {t(`roles.values.${choice}`)}
    </span>
  );
}

function Beside({ held, ids }: { held: Permissions; ids: readonly PermissionId[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.list}>
      {ids.map((id) => (
        <li key={id}>
          {t(`permissions.${id}`)}
          {permissionCatalogue[id].type === 'multi' ? ` (${t(`roles.values.${valueIn(held, id)}`)})` : ''}
        </li>
      ))}
    </ul>
  );
}
