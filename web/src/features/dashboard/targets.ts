import type { MetricReport } from '@keyward/contract/metric-reports';
import { paths } from '@keyward/contract/paths';
import { can, type Rule } from '@keyward/contract/permissions';

/** The rows behind a card's figure, and who may see them. */
export const cardTargets: Record<MetricReport, { to: string; reads: Rule }> = {
  MultipleOnekeyCheckouts: {
    to: paths.dashboard({ details_view: 'multipleOnekeyCheckouts' }),
    reads: can.viewDashboard,
  },
  OkmsOffline: { to: paths.devices({ custom_view: 'OKMs Offline' }), reads: can.readDevices },
  UnauthorizedAttempts: { to: paths.activity({ custom_view: 'Unauthorized Attempts' }), reads: can.readEvents },
  UnsecuredLocks: { to: paths.devices({ custom_view: 'Unsecured Locks' }), reads: can.readDevices },
};
