/**
 * The server or a command cannot start, for a reason that the operator can fix. The message is a sentence for the operator,
 * printed without a stack.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** `ENOENT`, `EACCES`, … or an SQLSTATE such as `28P01`; undefined when the error has no code. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a statement was refused by this constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint;
