/** Loads a page of `chronicle dev` again when the archive, or the server, is another than the page shows. */
(() => {
  const { version } = document.currentScript.dataset;
  const RETRY_AFTER = 1000;

  function follow() {
    const socket = new WebSocket(location.origin.replace('http', 'ws'), 'chronicle-archive');
    socket.onmessage = ({ data }) => {
      if (data !== version) location.reload();
    };
    socket.onclose = () => setTimeout(follow, RETRY_AFTER);
  }

  follow();
})();
