import { apps } from '@keyward/contract/account-calls';
import { type StoreLinks, storeLinks } from '@keyward/contract/apps';
import { durations } from '@keyward/contract/limits';
import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/call.ts';
import { type AppLink, appLink } from './appLink.ts';
import { Frame } from './Frame.tsx';
import { Outcome } from './Outcome.tsx';
import styles from './auth.module.css';

/** Store links: the operator's load while the app opens; the built-in ones are used until then. */
const found: { links: StoreLinks } = { links: storeLinks };
const theLink = () => appLink(location.pathname, location.search, found.links);

/**
 * Opens the app. If this page is still visible half a second later, the app is not installed and the store opens,
 * unless so much time has passed that the browser was in the background. Specification, part 1, section 4 'Mobile-app
 * redirect'.
 */
function openApp({ scheme }: AppLink): void {
  const start = Date.now();
  setTimeout(() => {
    const store = theLink()?.store;
    if (store && !document.hidden && Date.now() - start < durations.appFallbackUntilMs) location.replace(store);
  }, durations.appFallbackMs);
  location.assign(scheme);
}

/** /apps/:app/:platform */
export function appRedirectPage() {
  const link = theLink();
  const asked = link
    ? call(apps.links).then(
        ({ data }) => void (found.links = data),
        () => undefined,
      )
    : undefined;
  if (link) openApp(link);
  return <AppRedirect asked={asked} />;
}

function AppRedirect({ asked }: { asked: Promise<void> | undefined }) {
  const [link, setLink] = useState(theLink);
  // applies the server's answer, requested before the first render
  useEffect(() => void asked?.then(() => setLink(theLink())), [asked]);
  const { t } = useTranslation();
  const title = link ? t('auth.redirectTitle', { app: t(`auth.app.${link.app}`) }) : t('auth.invalidAppTitle');
  return (
    <Frame title={title}>
      {link ? (
        <div className={styles.form}>
          <h1 className={styles.title}>{title}</h1>
          <div className={styles.waiting} role="status">
            <Loader size="sm" />
            {t('auth.redirecting')}
          </div>
          <a className={styles.link} href={link.store} rel="noreferrer">
            {t('auth.openStore', { store: t(`auth.store.${link.platform}`) })}
          </a>
        </div>
      ) : (
        <Outcome tone="failure" title={title}>
          <p>{t('auth.invalidApp')}</p>
        </Outcome>
      )}
    </Frame>
  );
}
