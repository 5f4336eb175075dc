import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { can, lacking } from '@keyward/contract/permissions';
import { type Role, toPermissions } from '@keyward/contract/roles';
import { limits } from '@keyward/contract/limits';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { namesInList } from '#lib/namesInList.ts';
import { useSession } from '#lib/session.ts';
import { useCan } from '#parts/useCan.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { Counter } from '#ui/Counter.tsx';
import { IconCopy, IconEdit, IconNoEntry, IconTrash } from '#ui/icons.tsx';
import { IconAction } from './IconAction.tsx';
import styles from './matrix.module.css';
import type { RoleEditor } from './useRoleEditor.ts';

type HeadProps = { role: Role; isNamed: boolean; editor: RoleEditor; onRemove: () => void };

/** Head of a read-only column: the role's name, its number of holders, its actions. */
export function ColumnHead({ role, isNamed, editor, onRemove }: HeadProps) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const name = useRoleName()(role);
  const mayEdit = useCan(can.editRoles);
  const beyond = lacking(authority.permissions, toPermissions(role.permissions));
  const busy = editor.open
    ? t('roles.reasons.editing', { name: editor.title })
    : beyond.length
      ? t('roles.reasons.beyond', { permissions: namesInList(beyond.map((id) => t(`permissions.${id}`))) })
      : undefined;
  const locked = role.locked ? t('roles.reasons.locked') : undefined;
  const held = role.profiles ? t('roles.reasons.held', { count: role.profiles }) : undefined;
  return (
    <th scope="col" className={styles.columnHead} aria-label={name} data-named={isNamed || undefined}>
      <span className={styles.name}>
        {role.locked ? (
          <span role="img" aria-label={t('roles.locked')} title={t('roles.locked')}>
            <IconNoEntry size={15} />
          </span>
        ) : null}
        <span title={name}>{name}</span>
      </span>
      <Holders role={role} />
      <span className={styles.actions}>
        <IconAction
          id={`edit-${role.id}`}
          label={t('roles.edit', { name })}
          reason={mayEdit.reason ?? locked ?? busy}
          onClick={() => editor.edit(role)}
        >
          <IconEdit size={16} />
        </IconAction>
        <IconAction
          label={t('roles.clone', { name })}
          reason={mayEdit.reason ?? busy}
          onClick={() => editor.clone(role)}
        >
          <IconCopy size={16} />
        </IconAction>
        <IconAction
          label={t('roles.delete', { name })}
          reason={mayEdit.reason ?? locked ?? busy ?? held}
          danger
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </IconAction>
      </span>
    </th>
  );
}

/** Number of profiles that hold the role, linked to them if profiles may be read. */
function Holders({ role }: { role: Role }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const count = t('roles.profiles', { count: role.profiles });
  if (role.profiles === 0 || !can.readUsers.holds(authority)) return <span className={styles.profiles}>{count}</span>;
  const filter = printFilter({ op: 'in', values: [role.name] });
  return (
    <Link
      className={styles.profiles ?? ''}
      to={paths.users()}
      search={{ custom_view: 'Overview', 'filter.role.name': filter }}
      tabIndex={-1}
      data-stop
    >
      {count}
    </Link>
  );
}

/** Head of the edited column, with the name as a field. */
export function EditedHead({ editor }: { editor: RoleEditor }) {
  const { t } = useTranslation();
  const { open, draft, fault, cleaned } = editor;
  const field = useRef<HTMLInputElement>(null);
  // focus and scroll position are outside React
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const words = {
    required: t('form.required'),
    invalidCharacters: t('form.invalidCharacters'),
    roleNameTooLong: t('form.roleNameTooLong'),
    roleNameTaken: t('errors.roleNameTaken'),
  };
  const error = fault ? words[fault] : null;
  return (
    <th scope="col" className={styles.columnHead} data-edited aria-label={editor.title}>
      <TextInput
        ref={field}
        aria-label={t('roles.name')}
        value={draft.name}
        error={error}
        disabled={editor.pending}
        onChange={(event) => editor.rename(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        tabIndex={-1}
        data-stop
        description={cleaned === null ? <Counter text={draft.name} max={limits.roleName} /> : null}
        size="xs"
      />
      {cleaned ? <p className={styles.note}>{t('roles.cleaned', { to: cleaned })}</p> : null}
      <span className={styles.profiles}>
        {open?.role ? t('roles.profiles', { count: open.role.profiles }) : t('roles.draft')}
      </span>
    </th>
  );
}
