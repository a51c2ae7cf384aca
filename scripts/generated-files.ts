import { hookManifest } from './hook-manifest.ts';
import { tagStyles } from './tag-styles.ts';

/** The committed files that are made from tables in the sources, by their paths from the root of the checkout. */
export const GENERATED_FILES: Readonly<Record<string, () => string>> = {
  'hooks/hooks.json': hookManifest,
  'site/styles/tags.generated.css': tagStyles,
};
