let working: Promise<unknown> = Promise.resolve();

/** Lets the page be loaded again only after some work. */
export function reloadAfter(work: Promise<unknown>): void {
  working = work;
}

/** Loads a page of `chronicle dev` again once the archive, or the server, is another than the page shows. */
export function followArchive(): void {
  const { version } = document.body.dataset;
  if (version === undefined) return;
  let source: EventSource | undefined;
  const follow = () => {
    source?.close();
    source = document.hidden ? undefined : new EventSource('/changes');
    source?.addEventListener('message', ({ data }) => {
      if (data !== version) void working.then(() => location.reload());
    });
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}
