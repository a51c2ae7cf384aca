import type { Server } from 'node:http';
import { isErrno } from '#src/lib/chronicle-error.ts';

/** Listens on 127.0.0.1, at this port or the next free one. Returns the port. */
export async function listenFrom(server: Server, port: number): Promise<number> {
  for (;;) {
    try {
      return await listen(server, port);
    } catch (error) {
      if (!isErrno(error, 'EADDRINUSE') || port === 0) throw error;
      port++;
    }
  }
}

/** Listens on 127.0.0.1 at this port; 0 is any free one. Returns the port. Throws the system's error. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
