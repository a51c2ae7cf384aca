/**
 * PNG pictures for blogs and readers that do not show SVG. They use the font of a package, not the machine's fonts, so a
 * figure looks the same everywhere.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { notInstalled, packageRoot } from '#src/lib/package-root.ts';

/** The width of a figure in a post, in pixels. */
const FIGURE = 1600;
const FAMILY = 'Inter';
/** The font's package, and its files there. Compiled pages have a copy: users do not install the package. */
export const FONT_PACKAGE = '@expo-google-fonts/inter';
export const FONTS = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'];

/**
 * Draws an SVG file as PNG. Emoji are omitted, since Inter has none. Scripts that Inter does not cover
 * use fonts of this machine, or show as boxes. Throws CHRONICLE_NOT_INSTALLED if a package is missing.
 */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const { Resvg, fontFiles } = await loaded();
  const picture = new Resvg(svg.replace(EMOJI, ''), {
    fitTo: { mode: 'width', value: FIGURE },
    font: { fontFiles, loadSystemFonts: FOREIGN.test(svg), defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
  });
  return picture.render().asPng();
}

const EMOJI = /\p{RGI_Emoji}|\p{Emoji_Presentation}/gv;
const FOREIGN = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

async function loaded() {
  try {
    const { resolve } = createRequire(join(packageRoot(), 'package.json'));
    const fontFiles = FONTS.map((file) => {
      const copy = join(packageRoot(), 'pages/fonts', basename(file));
      return existsSync(copy) ? copy : resolve(`${FONT_PACKAGE}/${file}`);
    });
    const { Resvg } = await import('@resvg/resvg-js');
    return { Resvg, fontFiles };
  } catch (error) {
    if (!isErrno(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw error;
    throw notInstalled('the package @resvg/resvg-js, which draws pictures as PNG');
  }
}
