import { metricReports } from '@keyward/contract/metric-reports';
import { expect, test } from 'vitest';
import { figurePath } from './cards.ts';

const authority = {
  permissions: { DEVICES: 'READ', 'EVENT-STORE': 'READ', 'VIEW-DASHBOARD': 'TRUE' },
  features: [],
  isKeywardAdmin: false,
} as const;

test.each(metricReports)('the page behind %s has the locations that its figure counts', (report) => {
  const column = 'tags.01a2223e-162a-7552-9059-75a6e02a6b6d';
  const path = figurePath(report, { authority }, { [column]: 'North & South,NOT_EXISTS' });
  const { searchParams } = new URL(path, 'https://portal.example');
  expect(searchParams.get(`filter.${column}`)).toBe('North & South,NOT_EXISTS');
});
