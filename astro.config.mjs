// The configuration for Astro's own tools (`astro check`, editors). The commands pass the same one themselves.
import { chronicleIntegration } from './content-loader/integration.ts';
import { siteConfig } from './content-loader/site-config.ts';
import { pathsIn, realEnv } from './src/lib/env.ts';

const paths = pathsIn(realEnv());

export default siteConfig(paths, chronicleIntegration(paths));
