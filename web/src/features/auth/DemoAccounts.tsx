import { useTranslation } from 'react-i18next';
import { useLookup } from '#lib/lookup.ts';
import styles from './DemoAccounts.module.css';

export type Account = { username: string; password: string; description: string };
type DemoAccountsProps = { accounts: Account[]; chosen: Account | null; onChoose: (account: Account) => void };

/** The demo accounts; a click fills in the form. */
export function DemoAccounts({ accounts, chosen, onChoose }: DemoAccountsProps) {
  const { t } = useTranslation();
  const lookup = useLookup();
  const describe = ({ username, description }: Account) => lookup(`auth.demoAccount.${username}`, description);
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('auth.demoTitle')}</h2>
      <p>{t('auth.demoHint')}</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.username}>
            <button type="button" aria-pressed={chosen === account} onClick={() => onChoose(account)}>
              <strong>{account.username}</strong>
              <span>{describe(account)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
