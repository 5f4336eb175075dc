import { auth } from './auth.ts';
import { common } from './common.ts';
import { kept, otherPerson } from './kept.ts';
import { startErrors as errors } from './startErrors.ts';
import { startForm as form } from './startForm.ts';

/** What the sign-in pages need before anything else is loaded. */
export const texts = { common, auth, errors, form, kept, otherPerson };
