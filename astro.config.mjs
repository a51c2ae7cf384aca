// The configuration for Astro's own tools (`astro check`, editors). The commands pass the same one themselves.
import { siteConfig } from './content-loader/site-config.ts';
import { layoutIn, realWorld } from './src/node/world.ts';

export default siteConfig(layoutIn(realWorld()));
