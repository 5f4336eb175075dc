import { startErrors } from '@keyward/contract/texts/ja-JP/startErrors';
import { startForm as form } from '@keyward/contract/texts/ja-JP/startForm';
import type { texts as en } from '#texts/en/start.ts';
import type { Translation } from '#texts/shape.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { kept, otherPerson } from './kept.ts';
import { problems } from './problems.ts';

const errors = { ...startErrors, ...problems };
export const texts = { common, auth, errors, form, kept, otherPerson } satisfies Translation<typeof en>;
