// separate from the schemas, so that the portal loads it without them

/** Periods relative to now, as a list's filter on a time writes them; see relative.ts. */
export const periods = {
  lastHour: 'gte:now-1h',
  tonight: 'range:tonight,tonight+',
  lastNight: 'range:lastNight,lastNight+',
  today: 'range:now/d,now/d+',
  yesterday: 'range:now-1d/d,now-1d/d+',
  last24Hours: 'gte:now-24h',
  last7Days: 'gte:now-7d',
  last30Days: 'gte:now-30d',
  lastMonth: 'range:now-1M/M,now-1M/M+',
  /** Matches every event, but is still a span: it replaces the window of a view. */
  anyTime: 'gte:now-100y',
} as const;
export type Period = keyof typeof periods;
export const periodNames: Period[] = [
  'lastHour',
  'tonight',
  'lastNight',
  'today',
  'yesterday',
  'last24Hours',
  'last7Days',
  'last30Days',
  'lastMonth',
  'anyTime',
];
export const periodOf = (text: string): Period | undefined => periodNames.find((name) => periods[name] === text);
