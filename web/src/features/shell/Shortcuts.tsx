import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { hasShortcuts } from '#lib/shortcuts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './shortcuts.module.css';

const command = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
/** Shortcuts by scope; keys that are pressed together form one list. */
const groups = [
  {
    name: 'everywhere',
    keys: [
      ['palette', [[command, 'K']]],
      ['search', [['/']]],
      ['shortcuts', [['?']]],
      ['close', [['Esc']]],
    ],
  },
  {
    name: 'lists',
    keys: [
      ['rows', [['↑'], ['↓']]],
      ['pages', [['PgUp'], ['PgDn'], ['Home'], ['End']]],
      ['open', [['Enter']]],
      ['select', [['Space']]],
    ],
  },
  {
    name: 'drawers',
    keys: [
      ['save', [[command, 'Enter']]],
      ['neighbours', [['←'], ['→'], ['K'], ['J']]],
    ],
  },
] as const;
type Keys = readonly string[];
/** Whether this is a single character pressed alone, which a profile can turn off. */
const isCharacter = ([key = '', ...others]: Keys) => others.length === 0 && /^[!-~]$/.test(key);

/** Lists the shortcuts of the portal by scope. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const isOn = hasShortcuts(useSession());
  const working = (ways: readonly Keys[]) => ways.filter((keys) => isOn || !isCharacter(keys));
  const works = ([, ways]: readonly [string, readonly Keys[]]) => working(ways).length > 0;
  return (
    <Dialog onClose={onClose} title={t('palette.keys.title')} size={480} yOffset="8dvh">
      {groups.map(({ name, keys: lines }) => (
        <section key={name} aria-labelledby={`shortcuts-${name}`}>
          <h3 id={`shortcuts-${name}`} className={styles.title}>
            {t(`palette.keys.groups.${name}`)}
          </h3>
          <dl className={styles.keys}>
            {lines.filter(works).map(([what, ways]) => (
              <div key={what}>
                <dt>{t(`palette.keys.${what}`)}</dt>
                <dd>
                  {working(ways).map((keys) => (
                    <span key={keys.join('+')} className={styles.together}>
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
