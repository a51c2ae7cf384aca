/** A Chinese, Japanese or Korean character: texts in these scripts say as much in fewer characters, mostly without spaces. */
export const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
