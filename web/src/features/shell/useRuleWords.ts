import type { WatchRule } from '@keyward/contract/watches';
import { useTranslation } from 'react-i18next';

/** 'More than 3 rows'. */
export function useRuleWords(): (rule: WatchRule) => string {
  const { t } = useTranslation();
  return (rule) => {
    if (rule.when === 'appears') return t('watches.rules.appears');
    return rule.when === 'count'
      ? t('watches.says.count', { count: rule.above })
      : t('watches.says.still', { count: rule.minutes });
  };
}
