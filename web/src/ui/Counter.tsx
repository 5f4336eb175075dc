import { codePoints } from '@keyward/contract/characters';
import { useTranslation } from 'react-i18next';

/** The used length of a limited text, counted as the server counts it. */
export function Counter({ text, max }: { text: string; max: number }) {
  const { t } = useTranslation();
  const count = codePoints(text.trim());
  return (
    <span className="tabular" data-over={count > max || undefined}>
      {t('common.characters', { count, max })}
    </span>
  );
}
