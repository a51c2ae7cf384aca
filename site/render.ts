/** The entry of the compiled pages: what `chronicle dev` and `chronicle build` load of them. */
import { App } from 'astro/app';
import { createApp } from 'astro/app/entrypoint';

export { addresses } from './addresses.ts';

/** Throws what a page throws, where Astro would log it and answer with an empty page. */
class PagesApp extends App {
  override createErrorHandler(): ReturnType<App['createErrorHandler']> {
    const usual = super.createErrorHandler();
    return {
      async renderError(request, options) {
        if (options.error) throw options.error;
        return usual.renderError(request, options);
      },
    };
  }
}

// Without parts, a page that fails is not half sent.
const app = new PagesApp(createApp().manifest, false);

const routes = app.manifest.routes.map(({ routeData }) => routeData).filter(({ origin }) => origin !== 'internal');

/** Whether an address, by its decoded path, can be that of a page or file: `/sessions/x/y/`, but not `/x/y/z/`. */
export function hasRoute(path: string): boolean {
  return routes.some(({ pattern }) => pattern.test(path));
}

/** The answer to a request for a page or file: with status 404 for an address that has none. Throws what the page throws. */
export function render(request: Request): Promise<Response> {
  const routeData = app.match(request);
  return app.render(request, routeData && { routeData });
}
