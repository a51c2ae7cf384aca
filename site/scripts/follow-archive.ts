/** Loads a page of `chronicle dev` again once the archive, or the server, is another than the page shows. */
export function followArchive(): void {
  const { version } = document.body.dataset;
  if (version === undefined) return;
  let source: EventSource | undefined;
  const follow = () => {
    source?.close();
    source = document.hidden ? undefined : new EventSource('/changes');
    source?.addEventListener('message', ({ data }) => {
      if (data !== version) location.reload();
    });
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}
