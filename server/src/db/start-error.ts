/**
 * The server cannot start (or a command cannot run) for a reason that its operator can put right. The message is a
 * sentence for them; it is printed alone, without a stack.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** `ENOENT`, `EACCES`, … or an SQLSTATE such as `28P01`; undefined when the error carries none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
