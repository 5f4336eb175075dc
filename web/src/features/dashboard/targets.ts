import type { MetricReport } from '@keyward/contract/metric-reports';
import { paths } from '@keyward/contract/paths';
import { can, type Rule } from '@keyward/contract/permissions';
import { type ListResource, pathOf } from '@keyward/contract/resources';

type Target = {
  to: string;
  /** Who may see the rows. */
  reads: Rule;
  /** The view that the card counts; absent: its rows are of no list. */
  watched?: { resource: ListResource; base: string };
};
const ofView = (resource: ListResource, base: string, reads: Rule): Target => ({
  to: pathOf(resource, { custom_view: base }),
  reads,
  watched: { resource, base },
});

/** The rows behind a card's figure. */
export const cardTargets: Record<MetricReport, Target> = {
  MultipleOnekeyCheckouts: {
    to: paths.dashboard({ details_view: 'multipleOnekeyCheckouts' }),
    reads: can.viewDashboard,
  },
  OkmsOffline: ofView('device', 'OKMs Offline', can.readDevices),
  UnauthorizedAttempts: ofView('event', 'Unauthorized Attempts', can.readEvents),
  UnsecuredLocks: ofView('device', 'Unsecured Locks', can.readDevices),
};
