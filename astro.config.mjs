// The configuration for Astro's own tools (`astro check`, editors). The commands pass the same one themselves.
import { chronicleIntegration } from './content-loader/integration.ts';
import { siteConfig } from './content-loader/site-config.ts';
import { pathsIn, realWorld } from './src/lib/world.ts';

const paths = pathsIn(realWorld());

export default siteConfig(paths, chronicleIntegration(paths));
