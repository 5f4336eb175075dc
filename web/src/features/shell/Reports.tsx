import { reports } from '@keyward/contract/insights-calls';
import { useState } from 'react';
import { useApi } from '#lib/api.ts';
import { EditReport } from './EditReport.tsx';
import { OwnRows } from './OwnRows.tsx';
import { ReportRow } from './ReportRow.tsx';

/** One's own scheduled reports; everyone's as well, for the in-product administrator. `onOpen`: a link was followed. */
export function Reports({ onOpen }: { onOpen: () => void }) {
  const [everyone, setEveryone] = useState(false);
  const own = useApi(reports.list, undefined, { staleTime: 0, enabled: !everyone });
  const all = useApi(reports.all, undefined, { staleTime: 0, enabled: everyone });
  return (
    <OwnRows
      of="reports"
      read={everyone ? all : own}
      everyone={everyone}
      onEveryone={setEveryone}
      row={(report, onEdit) => <ReportRow key={report.id} report={report} onOpen={onOpen} onEdit={onEdit} />}
      edit={(report, onClose) => <EditReport report={report} onClose={onClose} />}
    />
  );
}
