// The open connections of this process to its database. One whose other end vanished stays open: PostgreSQL reports nothing on it,
// and what waits for it would wait for hours.
import type { Socket } from 'node:net';
import type pg from 'pg';

const open = new Set<Socket>();

/** The driver does not show its socket. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Remembers the connection of a client that is connected, until it ends. */
export function remember(client: pg.ClientBase): void {
  const socket = socketOf(client);
  open.add(socket);
  socket.once('close', () => open.delete(socket));
}

/**
 * Returns a function that closes those connections of now that have received nothing until it is called. Their clients get an
 * error, as when the database closes them.
 */
export function silentFromNow(): () => void {
  const received = Array.from(open, (socket) => ({ socket, bytes: socket.bytesRead }));
  return () => {
    for (const { socket, bytes } of received)
      if (socket.bytesRead === bytes) socket.destroy(new Error('Connection terminated: the database is silent'));
  };
}
