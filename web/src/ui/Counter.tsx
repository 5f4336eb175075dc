import { codePoints } from '@keyward/contract/text';
import { useTranslation } from 'react-i18next';

/** How much of a limited text is used, counted as the server counts. */
export function Counter({ text, max }: { text: string; max: number }) {
  const { t } = useTranslation();
  const count = codePoints(text.trim());
  return (
    <span className="tabular" data-over={count > max || undefined}>
      {t('common.characters', { count, max })}
    </span>
  );
}
