import { errors } from '@keyward/contract/texts/en/errors';
import { form } from '@keyward/contract/texts/en/form';
import { activity } from './activity.ts';
import { columns } from './columns.ts';
import { devices } from './devices.ts';
import { list } from './list.ts';
import { palette } from './palette.ts';
import { problems } from './problems.ts';
import { offline, session } from './session.ts';
import { shell } from './shell.ts';
import { texts as start } from './start.ts';

/** Every text of the portal. English is the type; each other language has the same keys. */
export const texts = {
  ...start,
  errors: { ...errors, ...problems },
  form,
  shell,
  session,
  offline,
  palette,
  columns,
  list,
  devices,
  activity,
};
