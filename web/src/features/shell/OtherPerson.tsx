import { paths } from '@keyward/contract/paths';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/states.tsx';
import { IconProfiles } from '#ui/icons.tsx';

/** Replaces the page after another profile has signed in in this browser. */
export function OtherPerson() {
  const { t } = useTranslation();
  return (
    <main role="alert">
      <title>{`${t('session.otherPerson.title')} · ${t('common.product')}`}</title>
      <EmptyState
        icon={<IconProfiles size={24} />}
        title={t('session.otherPerson.title')}
        text={t('session.otherPerson.text')}
      >
        <Button autoFocus onClick={() => location.assign(paths.home())}>
          {t('session.otherPerson.action')}
        </Button>
      </EmptyState>
    </main>
  );
}
