// A real SMTP server that can fail in typical ways.
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTeardown } from './teardown.ts';

export type Fault =
  | 'none'
  /** The sender is refused; the recipient is refused temporarily, or permanently. */
  | 'sender refused'
  | 'busy recipient'
  | 'no such recipient'
  /** The message is refused after its data. */
  | 'message refused'
  /** The connection is cut after the data, without a response: the message is lost, or stored. */
  | 'dies before 250'
  | 'dies before 250, kept'
  | 'dies at once'
  /** The recipient is never answered. */
  | 'hangs'
  /** The message is examined until `accept` is called. */
  | 'examines';

const coded = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

export async function openSmtp() {
  const mails: Email[] = [];
  const state: { fault: Fault } = { fault: 'none' };
  const sockets = new Set<Socket>();
  const examined: (() => void)[] = [];
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onConnect(_session, done) {
      if (state.fault === 'dies at once') dropConnections();
      done();
    },
    onMailFrom(_address, _session, done) {
      done(state.fault === 'sender refused' ? coded(550, 'not allowed to send') : null);
    },
    onRcptTo(_address, _session, done) {
      if (state.fault === 'busy recipient') return done(coded(451, 'try again later'));
      if (state.fault === 'hangs') return;
      if (state.fault === 'no such recipient') return done(coded(550, 'no such user'));
      done();
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { fault } = state;
        if (fault === 'dies before 250') return dropConnections();
        if (fault === 'message refused') return done(coded(554, 'not wanted'));
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          if (fault === 'dies before 250, kept') return dropConnections();
          if (fault === 'examines') return examined.push(() => done());
          done();
        }, done);
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('error', () => {}); // cut connections
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      dropConnections();
      server.close(() => resolve());
    });
  onTeardown(close);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    fault: (fault: Fault) => void (state.fault = fault),
    /** Accepts the messages that are examined. */
    accept: () => {
      for (const done of examined.splice(0)) done();
    },
    close,
  };
}
