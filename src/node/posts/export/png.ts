/**
 * Pictures for blogs and readers that do not show SVG. They are drawn with the font of a package and not with those of
 * the machine, so that a figure is the same picture everywhere.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { notInstalled } from '#src/node/installed.ts';
import { packageRoot } from '#src/node/package-root.ts';
import { isErrno } from '#src/project/chronicle-error.ts';

const WIDTH = 1600;
const FAMILY = 'Inter';
const FONTS = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'];

/**
 * An SVG file as PNG, 1600 pixels wide. Emoji are left out, since Inter has none. Scripts that it has not are drawn with
 * fonts of this machine, as boxes if there are none. Throws CHRONICLE_NOT_INSTALLED where a package is missing.
 */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const { Resvg, fontFiles } = await loaded();
  const picture = new Resvg(svg.replace(EMOJI, ''), {
    fitTo: { mode: 'width', value: WIDTH },
    font: { fontFiles, loadSystemFonts: FOREIGN.test(svg), defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
  });
  return picture.render().asPng();
}

const EMOJI = /\p{RGI_Emoji}|\p{Emoji_Presentation}/gv;
const FOREIGN = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

async function loaded() {
  try {
    const { resolve } = createRequire(join(packageRoot(), 'package.json'));
    const fontFiles = FONTS.map((file) => resolve(`@expo-google-fonts/inter/${file}`));
    const { Resvg } = await import('@resvg/resvg-js');
    return { Resvg, fontFiles };
  } catch (error) {
    if (!isErrno(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw error;
    throw notInstalled('the packages @resvg/resvg-js and @expo-google-fonts/inter');
  }
}
