import { ChronicleError } from '#src/project/chronicle-error.ts';

/** The port that `--port` asks for; refuses (CHRONICLE_BAD_PORT) what is none. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65535) return port;
  throw new ChronicleError(
    'CHRONICLE_BAD_PORT',
    `--port takes a number from 0 to 65535, not ${text}; 0 is any port that is free.`,
  );
}
