// Opens the port and turns its errors into messages for the operator.
import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartError, errorCode } from '#db/start-error.ts';

type ListenAddress = { host: string; port: number };

function toStartError(cause: unknown, { host, port }: ListenAddress): unknown {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `Port ${port} cannot be opened by this user. Choose a port above 1023 with PORT.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: correct HOST.`,
    ENOTFOUND: `The host name ${host} cannot be resolved: correct HOST.`,
    EAI_AGAIN: `The host name ${host} cannot be resolved: correct HOST.`,
  };
  const sentence = sentences[errorCode(cause) ?? ''];
  return sentence ? new StartError(sentence, { cause }) : cause;
}

/** Checks that the port is free, before any slow startup work. @throws StartError */
export async function probePort(where: ListenAddress): Promise<void> {
  const probe = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(where.port, where.host, resolve);
    });
  } catch (cause) {
    throw toStartError(cause, where);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Opens the port and returns it: the configured one, or the one chosen for 0. @throws StartError */
export async function listen(app: FastifyInstance, where: ListenAddress): Promise<number> {
  try {
    await app.listen(where);
  } catch (cause) {
    throw toStartError(cause, where);
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : where.port;
}
