// A mail server that takes every mail: the few commands of SMTP that a sender needs.
import net, { type AddressInfo } from 'node:net';

/** Accepts mail at `url`; `mailTo` is the newest one that was sent to an address. */
export async function openSmtp() {
  const mails: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.setEncoding('utf8').write('220 mail.test\r\n');
    let input = '';
    let isData = false;
    socket.on('data', (text: string) => {
      input += text;
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const at = input.indexOf(end);
        if (at < 0) return;
        const part = input.slice(0, at);
        input = input.slice(at + end.length);
        if (isData) mails.push(part);
        isData = !isData && part.toUpperCase() === 'DATA';
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
        if (part.toUpperCase() === 'QUIT') socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // quoted-printable
  const decoded = (mail: string) => mail.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailTo: (address: string): string | undefined =>
      mails.map(decoded).findLast((mail) => mail.includes(`To: ${address}`)),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
