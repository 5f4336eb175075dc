import type { CustomView } from '@keyward/contract/list';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { TextButton } from '#list/TextButton.tsx';
import type { Views } from './useViews.ts';
import { useViewActions } from './viewActions.ts';
import styles from './views.module.css';

type Props = { views: Views; view: CustomView };

/** Says that the list differs from the saved view, and offers to save or discard the changes. */
export function ViewChanges({ views, view }: Props) {
  const { t } = useTranslation();
  const { me } = useSession();
  const act = useViewActions(views);
  return (
    <span className={styles.changes}>
      <span className={styles.edited}>{t('views.edited')}</span>
      {view.saved?.changeable ? (
        <TextButton disabled={act.busy} onClick={() => act.save(view)}>
          {t('views.save')}
        </TextButton>
      ) : null}
      {me.support ? null : <TextButton onClick={() => views.openDialog('new')}>{t('views.saveAs')}</TextButton>}
      <TextButton onClick={views.discard}>{t('views.discard')}</TextButton>
    </span>
  );
}
