import type { texts as en } from '#texts/en/start.ts';
import type { Translation } from '#texts/shape.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { kept, otherPerson } from './kept.ts';
import { startErrors as errors } from './startErrors.ts';
import { startForm as form } from './startForm.ts';

export const texts = { common, auth, errors, form, kept, otherPerson } satisfies Translation<typeof en>;
