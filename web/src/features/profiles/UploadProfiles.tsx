import { settings } from '@keyward/contract/account-calls';
import { groups } from '@keyward/contract/calls';
import type { ImportLineErrors } from '@keyward/contract/import-errors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh, useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { alerts } from '#ui/alerts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/states.tsx';
import { failureWords } from './importWords.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { type PickedFile, readUpload } from './uploadFile.ts';
import { UploadOptions } from './UploadOptions.tsx';

/** A file that the server has checked: the id of its plan, or the problems of its header. */
export type Uploaded = { file: PickedFile } & (
  | { id: string; errors?: undefined }
  | { id?: undefined; errors: readonly ImportLineErrors[] }
);

type Props = { onClose: () => void; onUploaded: (uploaded: Uploaded) => void };

/**
 * Adds profiles from a file. Once a file is picked, the dialog closes and the file is parsed; then the modal asks for options.
 * Specification, part 2, section 4 'CSV upload'.
 */
export function UploadProfiles({ onClose, onUploaded }: Props) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<PickedFile | 'parsing'>();
  const errorText = useErrorText();
  // without them every column of a group would count as unknown
  const definitions = useApi(groups.definitions, { query: { object_type: 'users' } });
  const config = useApi(settings.tenantConfig, { params: { name: 'csvUploadRecordsLimit' } });
  // without an answer every file exceeds the limit: specification, part 2, section 7
  const limit = config.error ? 0 : config.data?.data;

  async function parse(file: File) {
    if (limit === undefined) return;
    setPicked('parsing');
    try {
      setPicked(await readUpload(file, limit));
    } catch (error) {
      alerts.failure(failureWords(error, limit), t('common.failure'));
      onClose();
    }
  }
  if (picked === 'parsing') return null;
  return (
    <Dialog onClose={onClose} title={t(picked ? 'imports.options.title' : 'imports.title')} centered size={520}>
      {!definitions.data ? (
        definitions.error ? (
          <ErrorState
            title={t('imports.loadFailed')}
            text={errorText(definitions.error)}
            action={t('common.retry')}
            onAction={() => void refresh(groups.definitions)}
          />
        ) : (
          <Spinner />
        )
      ) : picked ? (
        <UploadOptions
          file={picked}
          definitions={definitions.data.data}
          onCancel={onClose}
          onUploaded={(how) => onUploaded({ file: picked, ...how })}
        />
      ) : (
        <UploadDialog limit={limit} definitions={definitions.data.data} onFile={(file) => void parse(file)} />
      )}
    </Dialog>
  );
}
