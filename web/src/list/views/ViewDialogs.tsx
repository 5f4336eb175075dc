import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { lazily } from '#lib/lazily.ts';
import type { Views } from './useViews.ts';

const ColumnsDrawer = lazily(async () => (await import('./ColumnsDrawer.tsx')).ColumnsDrawer, {
  texts: ['sortable', 'views'],
});
const SaveView = lazily(async () => (await import('./SaveView.tsx')).SaveView, { texts: ['views', 'roles'] });
const WatchView = lazily(async () => (await import('./WatchView.tsx')).WatchView, { texts: ['watches'] });
const ReportView = lazily(async () => (await import('./ReportView.tsx')).ReportView, {
  texts: ['reports', 'settings'],
});

type Props = { resource: ListResource; views: Views; view: CustomView };

/** The open dialog of the chosen view. */
export function ViewDialogs({ resource, views, view }: Props) {
  const { dialog, openDialog } = views;
  const close = () => openDialog(undefined);
  switch (dialog) {
    case 'columns':
      return <ColumnsDrawer views={views} onClose={close} />;
    case 'report':
      return <ReportView resource={resource} views={views} view={view} onClose={close} />;
    case 'watch':
      return <WatchView resource={resource} views={views} view={view} onClose={close} />;
    case 'new':
    case 'details':
      return (
        <SaveView key={dialog} resource={resource} views={views} view={view} isNew={dialog === 'new'} onClose={close} />
      );
    default:
      return null;
  }
}
