// The open connections of this process to its database. A connection whose other end vanished stays open: PostgreSQL reports
// nothing on it, and its callers would wait for hours.
import type { Socket } from 'node:net';
import type pg from 'pg';

const open = new Set<Socket>();

/** The socket of a client, which the driver does not expose. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Remembers the connection of a connected client until it ends. */
export function remember(client: pg.ClientBase): void {
  const socket = socketOf(client);
  open.add(socket);
  socket.once('close', () => open.delete(socket));
}

/**
 * Returns a function that closes those of the present connections that have received nothing until it is called. Their clients
 * get an error, as when the database closes them.
 */
export function silentFromNow(): () => void {
  const received = Array.from(open, (socket) => ({ socket, bytes: socket.bytesRead }));
  return () => {
    for (const { socket, bytes } of received)
      if (socket.bytesRead === bytes) socket.destroy(new Error('Connection terminated: the database is silent'));
  };
}
