import type { texts as en } from '#texts/en/more.ts';
import type { Translation } from '#texts/shape.ts';
import { account } from './account.ts';
import { csv } from './csv.ts';
import { actions } from './actions.ts';
import { palette } from './palette.ts';
import { access, roles } from './roles.ts';
import { offline, session, settings } from './session.ts';

export const texts = { account, csv, actions, settings, session, offline, palette, access, roles } satisfies Translation<typeof en>;
