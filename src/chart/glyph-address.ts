/** The addresses of glyphs for `<use>`, apart from their shapes, which the page has already. */

/** The address of a glyph, on pages with `GLYPH_SYMBOLS`. */
export function glyphAddress<Name extends string>(glyph: Name): `#g-${Name}` {
  return `#g-${glyph}`;
}

/** The glyph of a tag's found events. */
export function foundGlyph<Name extends string>(tag: Name): `found-${Name}` {
  return `found-${tag}`;
}

/** The glyph of a lane: its tag's, or a bookmark for observations. */
export function laneGlyph<Name extends string>(kind: Name): Name | 'bookmark' {
  return kind === 'OBSERVATION' ? 'bookmark' : kind;
}
