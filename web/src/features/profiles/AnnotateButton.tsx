import { imports } from '@keyward/contract/calls';
import type { ImportLineErrors } from '@keyward/contract/import-errors';
import type { ProfileImport } from '@keyward/contract/imports';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { alerts } from '#ui/alerts.ts';
import { issuesByLine } from './importWords.ts';
import { type PickedFile, saveAnnotated, saveIssues } from './uploadFile.ts';

type Props = { plan: ProfileImport; file: PickedFile | undefined };

/** Reads all rows with problems, page by page. */
async function readIssues(id: string, after = 0): Promise<ImportLineErrors[]> {
  const query = { only: 'error' as const, after: String(after) };
  const { data, next } = await call(imports.rows, { params: { id }, query });
  return next === null ? data : [...data, ...(await readIssues(id, next))];
}

/** Saves the file with its problems, or the problems alone if the file was picked on another page. */
export function AnnotateButton({ plan: { id, fileName }, file }: Props) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  async function save() {
    setPending(true);
    try {
      const issues = issuesByLine(await readIssues(id));
      await (file
        ? saveAnnotated(file, t('imports.issue'), issues)
        : saveIssues(fileName, [t('imports.row'), t('imports.issue')], issues));
    } catch (error) {
      alerts.failure(errorWords(error), t('common.failure'));
    }
    setPending(false);
  }
  return (
    <Button variant="subtle" size="compact-sm" loading={pending} onClick={() => void save()}>
      {t(file ? 'imports.annotated' : 'imports.issuesFile')}
    </Button>
  );
}
