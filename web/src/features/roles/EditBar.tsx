import { permissionIds } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Conflict } from '#parts/Conflict.tsx';
import { IconFailure } from '#ui/icons.tsx';
import { KeptNote, useKeptForm } from '#ui/KeptNote.tsx';
import { UnsavedQuestion } from '#ui/UnsavedQuestion.tsx';
import { useSaveKey } from '#ui/useSaveKey.ts';
import styles from './editBar.module.css';
import shared from './roles.module.css';
import { useProblem } from './useProblem.ts';
import type { RoleEditor } from './useRoleEditor.ts';
import { useNote } from './useWords.ts';

/** Bar below the table during editing: the number of changes, the error, Cancel and Save. */
export function EditBar({ editor }: { editor: RoleEditor }) {
  const { t } = useTranslation();
  const noteOf = useNote();
  const problem = useProblem(editor);
  const { draft, changed, open, pending } = editor;
  const { form, before, now, restore } = editor.kept;
  useKeptForm({ key: form, title: editor.title, before, now });
  const save = () => editor.save(false);
  useSaveKey(save);
  const notes = permissionIds.flatMap((id) => {
    const note = noteOf(draft.notes[id], id);
    return note ? [t('roles.noteOf', { permission: t(`permissions.${id}`), note })] : [];
  });
  if (editor.asking) {
    return <UnsavedQuestion key="question" className={styles.bar} onDiscard={editor.discard} onKeep={editor.keep} />;
  }
  return (
    <div key="bar" className={styles.bar} role="region" aria-label={t('roles.editing', { name: editor.title })}>
      <div className={styles.kept}>
        <KeptNote form={form} onRestore={restore} />
      </div>
      {editor.merge.round ? (
        <div className={styles.conflict}>
          <Conflict merge={editor.merge} disabled={pending} />
        </div>
      ) : null}
      <div className={styles.text}>
        <strong>{t('roles.editing', { name: editor.title })}</strong>
        <span>
          {open?.role ? `${t('roles.changes', { count: changed.length })} · ` : ''}
          {t('roles.keys')}
        </span>
        <div role="status" className={styles.changedToo}>
          {notes.join(' ')}
        </div>
        <div role="alert">
          {problem && !editor.checking ? (
            <p className={shared.problem}>
              <IconFailure size={16} />
              <span>
                {problem.title ? <strong>{problem.title}</strong> : null} {problem.message}
              </span>
            </p>
          ) : null}
        </div>
      </div>
      <Button variant="default" onClick={editor.cancel} disabled={pending}>
        {t('common.cancel')}
      </Button>
      <Button onClick={save} loading={pending} title={t('common.saveHint')}>
        {t('common.save')}
      </Button>
    </div>
  );
}
