import type { TagDefinition } from '@keyward/contract/groups';
import { Button, UnstyledButton } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './upload.module.css';
import { isCsv, maxFileBytes, saveTemplate } from './uploadFile.ts';

type Props = {
  /** Largest number of rows in a file; undefined until it is known. */
  limit: number | undefined;
  definitions: readonly TagDefinition[];
  onFile: (file: File) => void;
};

/** Area to drop or pick a file. Specification, part 2, section 2 'Upload dialog'. */
export function UploadDialog({ limit, definitions, onFile }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [failure, setFailure] = useState('');
  if (limit === undefined) return <Spinner />;

  function pick(files: FileList | null) {
    const [file, ...more] = files ?? [];
    if (!file) return;
    if (more.length) return setFailure(t('imports.tooManyFiles'));
    if (!isCsv(file)) return setFailure(t('imports.wrongType'));
    if (file.size > maxFileBytes) return setFailure(t('imports.tooLarge', { bytes: maxFileBytes }));
    onFile(file);
  }
  return (
    <div className={styles.dialog}>
      <p>{t('imports.limit', { limit })}</p>
      <UnstyledButton
        className={styles.drop}
        data-over={over}
        data-autofocus
        onClick={() => input.current?.click()}
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          setOver(false);
          pick(event.dataTransfer.files);
        }}
      >
        {t('imports.drop')}
      </UnstyledButton>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('imports.title')}
        onChange={(event) => {
          pick(event.currentTarget.files);
          // allows the same file to be picked again once it is corrected
          event.currentTarget.value = '';
        }}
      />
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : null}
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => void saveTemplate(definitions)}>
          {t('imports.template')}
        </Button>
      </div>
    </div>
  );
}
