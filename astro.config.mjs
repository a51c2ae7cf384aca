// What Astro's own tools (`astro check`, editors) see. The commands pass the same configuration themselves.
import { siteConfig } from './content-loader/site-config.ts';
import { layoutIn, realWorld } from './src/node/world.ts';

export default siteConfig(layoutIn(realWorld()));
