import { emitKeypressEvents } from 'node:readline';

interface Keypress {
  name?: string;
  sequence?: string;
  ctrl?: boolean;
}

/** Waits for one of these keys in the terminal of this process; undefined for Escape, Ctrl-C and Ctrl-D. */
export function pressedKey(keys: readonly string[]): Promise<string | undefined> {
  const { stdin } = process;
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve) => {
    const finish = (key?: string) => {
      stdin.off('keypress', onKey);
      stdin.off('end', onEnd);
      stdin.setRawMode(false);
      stdin.pause();
      resolve(key);
    };
    const onKey = (_: string | undefined, { name, sequence = '', ctrl = false }: Keypress) => {
      if (name === 'escape' || (ctrl && (name === 'c' || name === 'd'))) finish();
      else if (!ctrl && keys.includes(sequence.toLowerCase())) finish(sequence.toLowerCase());
    };
    const onEnd = () => finish();
    stdin.on('keypress', onKey);
    stdin.on('end', onEnd);
  });
}
