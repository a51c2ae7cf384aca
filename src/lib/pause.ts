const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks for some milliseconds. Hooks are short and do one thing at a time. */
export function pause(milliseconds: number): void {
  Atomics.wait(never, 0, 0, milliseconds);
}
