import { activity } from './activity.ts';
import { columns } from './columns.ts';
import { devices } from './devices.ts';
import { errors } from './errors.ts';
import { form } from './form.ts';
import { list } from './list.ts';
import { palette } from './palette.ts';
import { offline, session } from './session.ts';
import { shell } from './shell.ts';
import { texts as start } from './start.ts';

/** Every text of the portal. English is the type; each other language has the same keys. */
export const texts = { ...start, errors, form, shell, session, offline, palette, columns, list, devices, activity };
