// The calls of Insights, and those of the inbox, watches and scheduled reports.
import type { Calls } from './endpoint.ts';
import type { custody as custodyEndpoints } from './custody.ts';
import type { metrics as metricsEndpoints } from './dashboard.ts';
import type { histories as historiesEndpoints } from './device-history.ts';
import type { inbox as inboxEndpoints } from './inbox.ts';
import type { reports as reportsEndpoints } from './reports.ts';
import type { watches as watchesEndpoints } from './watches.ts';
import { can } from './permissions.ts';

export const metrics: Calls<typeof metricsEndpoints> = {
  summary: { method: 'GET', path: '/api/v1/metrics/:report/summary', needs: can.viewDashboard },
  details: { method: 'GET', path: '/api/v1/metrics/MultipleOnekeyCheckouts/details', needs: can.viewDashboard },
  timeline: { method: 'GET', path: '/api/v1/metrics/activity/timeline', needs: can.viewDashboard },
  week: { method: 'GET', path: '/api/v1/metrics/activity/week', needs: can.viewDashboard },
  attempts: { method: 'GET', path: '/api/v1/metrics/activity/attempts', needs: can.viewDashboard },
  connectivity: { method: 'GET', path: '/api/v1/metrics/devices/connectivity', needs: can.viewDashboard },
  readings: { method: 'GET', path: '/api/v1/metrics/devices/readings', needs: can.viewDashboard },
};

export const histories: Calls<typeof historiesEndpoints> = {
  device: { method: 'GET', path: '/api/v1/devices/:id/history', needs: can.readDevices },
  profile: { method: 'GET', path: '/api/v1/users/:id/history', needs: can.readUsers },
};

export const custody: Calls<typeof custodyEndpoints> = {
  board: { method: 'GET', path: '/api/v1/custody', needs: can.readDevices },
  closing: { method: 'GET', path: '/api/v1/custody/closing-checks', needs: can.readDevices },
  remind: { method: 'POST', path: '/api/v1/custody/:id/reminder', needs: can.editDevices },
};

export const inbox: Calls<typeof inboxEndpoints> = {
  list: { method: 'GET', path: '/api/v1/inbox', needs: 'session' },
  unread: { method: 'GET', path: '/api/v1/inbox/unread', needs: 'session' },
  mark: { method: 'PATCH', path: '/api/v1/inbox/:id', needs: 'session' },
  markAll: { method: 'POST', path: '/api/v1/inbox/read', needs: 'session' },
};

export const watches: Calls<typeof watchesEndpoints> = {
  list: { method: 'GET', path: '/api/v1/watches', needs: 'session' },
  all: { method: 'GET', path: '/api/v1/watches/all', needs: can.manageOrganization },
  create: { method: 'POST', path: '/api/v1/watches', needs: 'session' },
  update: { method: 'PUT', path: '/api/v1/watches/:id', needs: 'session' },
  follow: { method: 'POST', path: '/api/v1/watches/:id/follow', needs: 'session' },
  remove: { method: 'DELETE', path: '/api/v1/watches/:id', needs: 'session' },
  preview: { method: 'POST', path: '/api/v1/watches/preview', needs: 'session' },
};

export const reports: Calls<typeof reportsEndpoints> = {
  list: { method: 'GET', path: '/api/v1/reports', needs: 'session' },
  all: { method: 'GET', path: '/api/v1/reports/all', needs: can.manageOrganization },
  create: { method: 'POST', path: '/api/v1/reports', needs: 'session' },
  update: { method: 'PUT', path: '/api/v1/reports/:id', needs: 'session' },
  remove: { method: 'DELETE', path: '/api/v1/reports/:id', needs: 'session' },
  restore: { method: 'POST', path: '/api/v1/reports/:id/restore', needs: 'session' },
};
