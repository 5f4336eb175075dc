import { account } from './account.ts';
import { csv } from './csv.ts';
import { actions } from './actions.ts';
import { palette } from './palette.ts';
import { access, roles } from './roles.ts';
import { offline, session, settings } from './session.ts';

/** What is said by parts that load when they are needed. */
export const texts = { account, csv, actions, settings, session, offline, palette, access, roles };
