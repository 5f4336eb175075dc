import { reports } from '@keyward/contract/insights-calls';
import { useState } from 'react';
import { useApi } from '#lib/api.ts';
import { call } from '#lib/call.ts';
import { EditReport } from './EditReport.tsx';
import { OwnRows } from './OwnRows.tsx';
import { ReportRow } from './ReportRow.tsx';
import { usePages } from './usePages.ts';

/** Scheduled reports of the profile; for the in-product administrator, those of all as well. `onOpen`: a link was followed. */
export function Reports({ onOpen }: { onOpen: () => void }) {
  const [everyone, setEveryone] = useState(false);
  const mine = useApi(reports.list, undefined, { staleTime: 0, enabled: !everyone });
  const all = usePages(reports.all, {
    enabled: everyone,
    read: (query, signal) => call(reports.all, { query }, { signal }),
  });
  return (
    <OwnRows
      of="reports"
      mine={mine}
      all={all}
      everyone={everyone}
      onEveryone={setEveryone}
      row={(report, onEdit) => <ReportRow key={report.id} report={report} onOpen={onOpen} onEdit={onEdit} />}
      edit={(report, onClose) => <EditReport report={report} onClose={onClose} />}
    />
  );
}
