const never = new Int32Array(new SharedArrayBuffer(4));

/** Waits without doing anything else (ms). Hooks are short and do one thing after the other. */
export function pause(milliseconds: number): void {
  Atomics.wait(never, 0, 0, milliseconds);
}
