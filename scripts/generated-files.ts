import { hookManifest } from './hook-manifest.ts';
import { tagStyles } from './tag-styles.ts';

/** The committed files generated from tables in the sources, by path from the repository root. */
export const GENERATED_FILES: Readonly<Record<string, () => string>> = {
  'hooks/hooks.json': hookManifest,
  'site/styles/tags.generated.css': tagStyles,
};
