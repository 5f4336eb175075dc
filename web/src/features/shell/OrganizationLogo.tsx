import { organizations } from '@keyward/contract/calls';
import { limits } from '@keyward/contract/limits';
import type { Organization } from '@keyward/contract/organization';
import { Button, FileButton, Input } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { messageText } from '#lib/form.ts';
import { showAlert } from '#ui/alerts.ts';
import styles from './organizationLogo.module.css';

type Props = {
  stored: Organization;
  /** Called after the logo was saved, which happens at once and apart from the form. */
  onSaved: (stored: Organization) => void;
};

/** Time for which the alert offers to undo, in ms. */
const undoMs = 10_000;

async function base64Of(source: Blob): Promise<string[]> {
  const bytes = new Uint8Array(await source.arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return Array.from({ length: Math.ceil(text.length / limits.logoPart) }, (_, i) =>
    text.slice(i * limits.logoPart, (i + 1) * limits.logoPart),
  );
}
/** Content of a logo, for an undo; null without a logo, and if it cannot be read. */
const contentOf = async (address: string | null): Promise<string[] | null> => {
  const answer = address ? await fetch(address).catch(() => undefined) : undefined;
  return answer?.ok ? base64Of(await answer.blob()) : null;
};

/** The organization's logo: shown, replaced and removed, with an undo. */
export function OrganizationLogo({ stored, onSaved }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [fault, setFault] = useState('');
  const [reading, setReading] = useState(false);
  const forgetFile = useRef<() => void>(null);
  const save = useApiMutation(organizations.setLogo, { onSuccess: ({ data }) => onSaved(data) });
  const refusal = (error: ApiError) => {
    const { reason } = error.params;
    return typeof reason === 'string' ? messageText(reason) : errorText(error);
  };
  const pending = reading || save.isPending;

  const send = async (logo: string[] | null, { version, logo: shown }: Organization, undoable: boolean) => {
    const before = undoable ? await contentOf(shown) : null;
    const { data } = await save.mutateAsync({ body: { logo }, ifMatch: version });
    const back = {
      label: t('settings.organization.logo.undo'),
      run: () => void change(() => send(before, data, false)),
    };
    showAlert('main', {
      type: 'Success',
      message: t(logo === null ? 'settings.organization.logo.removed' : 'settings.organization.logo.saved'),
      autoDismiss: undoMs,
      // without the content of the former logo, an undo would remove the logo
      ...(undoable && (before !== null || shown === null) ? { action: back } : {}),
    });
  };
  const change = async (work: () => Promise<void>) => {
    setFault('');
    setReading(true);
    // the mutation shows the error
    await work().catch(() => undefined);
    setReading(false);
  };
  const choose = (file: File | null) => {
    // browsers report a choice only if it differs from the previous one
    forgetFile.current?.();
    if (!file || pending) return;
    save.reset();
    if (file.size > limits.logoBytes) setFault(messageText('logoTooLarge'));
    else void change(async () => send(await base64Of(file), stored, true));
  };
  return (
    <Input.Wrapper
      label={t('settings.organization.logo.label')}
      labelElement="div"
      description={t('settings.organization.logo.hint')}
      error={fault || (save.error && refusal(save.error))}
    >
      <div className={styles.logo}>
        {stored.logo ? (
          <img src={stored.logo} alt={t('settings.organization.logo.label')} className={styles.image} />
        ) : null}
        <FileButton resetRef={forgetFile} accept="image/png,image/svg+xml" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={pending}>
              {t('settings.organization.logo.choose')}
            </Button>
          )}
        </FileButton>
        {stored.logo ? (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={pending}
            onClick={() => void change(() => send(null, stored, true))}
          >
            {t('settings.organization.logo.remove')}
          </Button>
        ) : null}
      </div>
    </Input.Wrapper>
  );
}
