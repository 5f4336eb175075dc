import { moreForm } from '@keyward/contract/texts/en/moreForm';
import { account } from './account.ts';
import { actions } from './actions.ts';
import { activityDetails } from './activityDetails.ts';
import { live } from './live.ts';
import { conflict } from './conflict.ts';
import { csv } from './csv.ts';
import { deviceDetails } from './deviceDetails.ts';
import { filters } from './filters.ts';
import { groups } from './groups.ts';
import { profiles } from './profiles.ts';
import { access, roles } from './roles.ts';
import { settings } from './session.ts';
import { views } from './views.ts';
import { why } from './why.ts';

/** What is said by parts that load when they are needed. */
export const texts = {
  account,
  actions,
  activity: activityDetails,
  conflict,
  live,
  filters,
  devices: deviceDetails,
  csv,
  settings,
  access,
  roles,
  groups,
  profiles,
  form: moreForm,
  views,
  why,
};
