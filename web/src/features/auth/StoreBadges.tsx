import { appPlatforms, type MobileApps } from '@keyward/contract/apps';
import { useTranslation } from 'react-i18next';
import { storeAddress } from './appLink.ts';
import styles from './StoreBadges.module.css';

const drawings = {
  ios: 'M6.2 2.500h7.600a1.500 1.500 0 0 1 1.500 1.500v12a1.500 1.500 0 0 1-1.500 1.500H6.200A1.500 1.500 0 0 1 4.700 16V4a1.500 1.500 0 0 1 1.500-1.500ZM8.600 15h2.800',
  android: 'M4.500 3.400v13.200L15.800 10 4.500 3.400ZM4.500 3.400l7.600 8.900M4.500 16.600l7.600-8.900',
};

/** Store links for the available mobile apps. */
export function StoreBadges({ apps }: { apps: MobileApps }) {
  const { t } = useTranslation();
  const names = (['onekey', 'mkey'] as const).filter((name) => apps[name]);
  if (!names.length) return null;
  return (
    <section className={styles.stores} aria-labelledby="stores-title">
      <h2 id="stores-title">{t('auth.getApps')}</h2>
      <ul>
        {names.flatMap((name) =>
          appPlatforms.map((platform) => {
            const app = t(`auth.app.${name}`);
            const store = t(`auth.store.${platform}`);
            return (
              <li key={`${name} ${platform}`}>
                <a
                  aria-label={`${app} ${store}`}
                  href={storeAddress(name, platform, apps[name]?.[platform].storeUrl ?? null)}
                  rel="noreferrer"
                >
                  <svg
                    width="22"
                    height="22"
                    viewBox="0 0 20 20"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="1.5"
                    aria-hidden="true"
                  >
                    <path strokeLinejoin="round" d={drawings[platform]} />
                  </svg>
                  <span>
                    <small>{app}</small> <strong>{store}</strong>
                  </span>
                </a>
              </li>
            );
          }),
        )}
      </ul>
    </section>
  );
}
