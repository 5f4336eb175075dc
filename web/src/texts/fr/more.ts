import { moreForm } from '@keyward/contract/texts/fr/moreForm';
import type { texts as en } from '#texts/en/more.ts';
import type { Translation } from '#texts/shape.ts';
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
} satisfies Translation<typeof en>;
