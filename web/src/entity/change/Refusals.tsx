import type { ErrorCode, ErrorParams } from '@keyward/contract/errors';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refusalWords } from '#lib/errors.ts';
import type { ChangedThings } from '#parts/bulkUndo.ts';
import { IconFailure } from '#ui/icons.tsx';
import styles from './change.module.css';

type Refused = { id: string; name: string; code: ErrorCode; params?: ErrorParams | undefined };
type Props<Row> = {
  of: ChangedThings;
  preview: {
    changed: number;
    unchanged: number;
    /** The rows to name, out of `refusals`; the ids of all are in `refusedIds`. */
    refused: readonly Row[];
    refusals: number;
    refusedIds: string[];
  };
  /** Details that distinguish a row from others of the same name. */
  detailsOf?: (row: Row) => string;
  onLeaveOut: (ids: string[]) => void;
};

/** The rows that refuse a change, each with the reason. */
export function Refusals<Row extends Refused>({ of, preview, detailsOf, onLeaveOut }: Props<Row>) {
  const { t } = useTranslation();
  const { changed, unchanged, refused, refusals, refusedIds } = preview;
  if (refusals === 0) return null;
  // leaving all of them out would leave nothing to change
  const isAll = changed + unchanged === 0;
  return (
    <div className={styles.refusals} role="alert">
      <p>
        <IconFailure size={18} />
        <strong>{t(`bulk.${of}.${isAll ? 'allRefuse' : 'refusals'}`, { count: refusals })}</strong>
      </p>
      <ul>
        {refused.map((row) => (
          <li key={row.id}>
            <strong>{row.name}</strong> {detailsOf?.(row)}
            <div>{refusalWords({ code: row.code, params: row.params ?? {} })}</div>
          </li>
        ))}
      </ul>
      {refusals > refused.length ? (
        <p className={styles.quiet}>
          {t(of === 'profiles' ? 'roles.impact.more' : 'bulk.devices.more', { count: refusals - refused.length })}
        </p>
      ) : null}
      {isAll ? null : (
        <Button variant="default" size="xs" onClick={() => onLeaveOut(refusedIds)}>
          {t(`bulk.${of}.leaveOut`, { count: refusals })}
        </Button>
      )}
    </div>
  );
}
