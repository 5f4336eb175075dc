import { account } from './account.ts';
import { palette } from './palette.ts';
import { access, roles } from './roles.ts';
import { offline, session, settings } from './session.ts';

/** What is said by parts that load when they are needed. */
export const texts = { account, settings, session, offline, palette, access, roles };
