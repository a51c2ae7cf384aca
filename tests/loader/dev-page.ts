import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition is true, at most half a minute. */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await condition()); await pause(10)) {
    if (Date.now() > deadline) throw new Error('The condition did not become true.');
  }
}

/** Connects to the server like a page: `reloaded` resolves when the archive is another than the page shows. */
export async function openPage(url: string): Promise<{ reloaded: Promise<void> }> {
  const shown = /data-version="([^"]+)"/.exec(await (await fetch(url)).text())?.[1];
  const { body } = await fetch(new URL('/changes', url));
  const told = body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => /^data: (.*)\n\n$/.exec((await told?.read())?.value ?? '')?.[1];
  if ((await next()) !== shown) throw new Error('The server is not told the state that the page shows.');
  const reloaded = async () => {
    while ((await next()) === shown);
    await told?.cancel();
  };
  return { reloaded: reloaded() };
}

/** The same for a page of Astro's dev server, which sends a reload through Vite's socket. */
export async function openVitePage(url: string): Promise<{ reloaded: Promise<void> }> {
  const client = await (await fetch(new URL('/@vite/client', url))).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${url.replace('http', 'ws')}?token=${token}`, 'vite-hmr');
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const reloaded = new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      if (JSON.parse(String(data)).type !== 'full-reload') return;
      socket.close();
      resolve();
    };
  });
  return { reloaded };
}

/** Sends an edit as a page of the server does, with these headers changed. */
export async function edit(url: string, what: string, fields: object, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(`/edit/${what}`, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin, ...headers },
    body: JSON.stringify(fields),
  });
  return { status: response.status, ...(await response.json()) };
}
