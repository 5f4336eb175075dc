import type { CustomView } from '@keyward/contract/list';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { TextButton } from '#list/TextButton.tsx';
import type { Views } from './useViews.ts';
import { useViewActions } from './viewActions.ts';
import styles from './views.module.css';

type Props = { views: Views; view: CustomView; options: RefObject<HTMLElement | null> };

/** Says that the list differs from the saved view, and offers to save or discard the changes. */
export function ViewChanges({ views, view, options }: Props) {
  const { t } = useTranslation();
  const { me } = useSession();
  const act = useViewActions(views);
  /** Runs the action of a button that disappears once the view is as it was saved; moves the focus first. */
  const press = (action: () => void) => () => {
    options.current?.focus();
    action();
  };
  return (
    <span className={styles.changes}>
      <span className={styles.edited}>{t('views.edited')}</span>
      {view.saved?.changeable ? (
        <TextButton disabled={act.busy} onClick={press(() => act.save(view))}>
          {t('views.save')}
        </TextButton>
      ) : null}
      {me.support ? null : <TextButton onClick={press(() => views.openDialog('new'))}>{t('views.saveAs')}</TextButton>}
      <TextButton onClick={press(views.discard)}>{t('views.discard')}</TextButton>
    </span>
  );
}
