// The configuration for Astro's own tools (`astro check`, editors). The commands pass the same one themselves.
import { chronicleIntegration } from './content-loader/integration.ts';
import { siteConfig } from './content-loader/site-config.ts';
import { layoutIn, realWorld } from './src/lib/world.ts';

const layout = layoutIn(realWorld());

export default siteConfig(layout, chronicleIntegration(layout));
