import { errors } from '@keyward/contract/texts/ja/errors';
import { form } from '@keyward/contract/texts/ja/form';
import type { texts as en } from '#texts/en/all.ts';
import type { Translation } from '#texts/shape.ts';
import { activity } from './activity.ts';
import { columns } from './columns.ts';
import { devices } from './devices.ts';
import { list } from './list.ts';
import { palette } from './palette.ts';
import { problems } from './problems.ts';
import { offline, session } from './session.ts';
import { shell } from './shell.ts';
import { texts as start } from './start.ts';

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
} satisfies Translation<typeof en>;
