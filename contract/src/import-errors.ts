import { z } from 'zod';

/** One problem: `message` is 'code' or 'code:variable', permissions by id. `field` is a field's, else the column's header. */
export const importError = z.object({ field: z.string(), message: z.string() });
export type ImportError = z.infer<typeof importError>;
/** The problems of one line of the file; the header is line 1. */
export const importLineErrors = z.object({ line: z.int(), errors: z.array(importError) });
export type ImportLineErrors = z.infer<typeof importLineErrors>;
