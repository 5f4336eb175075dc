import { expect, test } from 'vitest';
import { listSearch } from '#list/url.ts';
import { filtersOf, rowsOf, shownOf } from './shown.ts';

const by = ['agent_id', 'entity_id'] as const;

test('an address says which events are shown; invalid parts are left out', () => {
  const search = listSearch({
    open: 'x',
    part: 'history',
    of: 'entity_id',
    events: 'LOGIN,NONE,ADD_USER',
    day: '2026-11-20',
  });
  expect(shownOf(search, by)).toEqual({ column: 'entity_id', events: ['ADD_USER', 'LOGIN'], day: '2026-11-20' });
  expect(shownOf({ of: 'entity_id' }, ['agent_id'])).toEqual({ column: 'agent_id', events: [], day: undefined });
  expect(shownOf({ of: 'id', events: 'NONE', day: '2026-02-30' }, by)).toEqual({
    column: 'agent_id',
    events: [],
    day: undefined,
  });
});

test('the shown events are rows of the list of events', () => {
  const shown = shownOf({ events: 'LOGIN', day: '2026-11-20' }, by);
  const filters = filtersOf('p', shown, 'America/New_York');
  expect(filters).toEqual({
    agent_id: 'p',
    event: 'LOGIN',
    event_time: 'range:2026-11-20T05:00:00.000Z,2026-11-21T04:59:59.999Z',
  });
  expect(rowsOf({ agent_id: 'p' })).toEqual({ custom_view: 'Overview', 'filter.agent_id': 'p' });
});
