import type { Socket } from 'node:net';
import { errors, type ErrorCode } from '@keyward/contract/errors';
import { errorBody, PortalError } from '#core/errors.ts';

const byCode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** Answers malformed or too slow requests in the standard error shape and closes the connection. In English, because the
 * requested language is unknown. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = byCode[error.code ?? ''] ?? 'badRequest';
  const body = JSON.stringify(errorBody(new PortalError(code)));
  socket.end(
    `HTTP/1.1 ${errors[code].status} ${errors[code].detail}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
}
