import { startErrors } from '@keyward/contract/texts/en/startErrors';
import { startForm as form } from '@keyward/contract/texts/en/startForm';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { kept, otherPerson } from './kept.ts';
import { problems } from './problems.ts';

const errors = { ...startErrors, ...problems };
/** What the sign-in pages need before anything else is loaded. */
export const texts = { common, auth, errors, form, kept, otherPerson };
