import { z } from 'zod';
import { id } from './text.ts';

/**
 * What a change to several profiles did. `id`: by which it is undone; null when nothing was changed, and for mails, which
 * cannot be called back.
 */
export const bulkChanged = z.object({ changed: z.int(), id: id.nullable() });
