/** Resolves when the user or the system asks the process to end: Ctrl-C, a closed terminal, `kill`. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // Asked a second time, it ends at once, whatever is still closing.
      process.once(signal, () => {
        process.once(signal, () => process.exit(0));
        resolve();
      });
    }
  });
}
