import { durations } from '@keyward/contract/limits';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type AppLink, appLink } from './appLink.ts';
import { Frame } from './Frame.tsx';
import { Outcome } from './Outcome.tsx';
import styles from './sign-in.module.css';

/**
 * Opens the app. Whoever still sees this page half a second later has no such app and gets the store, unless so much
 * time has passed that the browser was away meanwhile. Specification, part 1, section 4 'Mobile-app redirect'.
 */
function openApp({ scheme, store }: AppLink): void {
  const start = Date.now();
  setTimeout(() => {
    if (!document.hidden && Date.now() - start < durations.appFallbackUntilMs) location.replace(store);
  }, durations.appFallbackMs);
  location.assign(scheme);
}

/** /apps/:app/:platform */
export function appRedirectPage() {
  const link = appLink(location.pathname, location.search);
  if (link) openApp(link);
  return <AppRedirect link={link} />;
}

function AppRedirect({ link }: { link: AppLink | null }) {
  const { t } = useTranslation();
  const title = link ? t('account.redirectTitle', { app: t(`account.app.${link.app}`) }) : t('account.invalidAppTitle');
  return (
    <Frame title={title}>
      {link ? (
        <div className={styles.form}>
          <h1 className={styles.title}>{title}</h1>
          <div className={styles.waiting} role="status">
            <Loader size="sm" />
            {t('account.redirecting')}
          </div>
          <a className={styles.link} href={link.store} rel="noreferrer">
            {t('account.openStore', { store: t(`account.store.${link.platform}`) })}
          </a>
        </div>
      ) : (
        <Outcome tone="failure" title={title}>
          <p>{t('account.invalidApp')}</p>
        </Outcome>
      )}
    </Frame>
  );
}
