import { z } from 'zod';
import { id } from './text.ts';

/**
 * Result of a change to several profiles or devices. `id` identifies it for undoing; null when nothing was changed, and for
 * mails, which cannot be recalled.
 */
export const bulkChanged = z.object({ changed: z.int(), id: id.nullable() });
