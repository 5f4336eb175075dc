import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** In bytes: smaller responses fit into one packet anyway. */
const smallest = 1024;

// low levels: each response is compressed for a single client
const encoders = {
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 3 }),
};
const offered = Object.keys(encoders) as (keyof typeof encoders)[];

/**
 * Compresses text responses above 1 KB for clients that accept it (RFC 9110, 12.5.3). Responses with a secret are not
 * compressed, since the compressed length leaks information about the content. Streams are not compressed either: static
 * files are compressed at build time, and live updates are sent one by one. The ETag of a compressed response is weak.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const type = String(reply.getHeader('content-type') ?? '');
    if (!/^(text\/|application\/json)/.test(type) || request.routeOptions.config.secret) return payload;
    if (payload.length < smallest || reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    const encoding = accepted === undefined ? null : negotiate(accepted, offered);
    const encode = offered.find((name) => name === encoding);
    if (!encode) return payload;
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`);
    reply.header('content-encoding', encode).removeHeader('content-length');
    return encoders[encode](typeof payload === 'string' ? Buffer.from(payload) : payload);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response holds a secret, as declared by its endpoint. */
    secret?: boolean;
  }
}
