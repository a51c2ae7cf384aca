import { type Features, isEvidence } from './miss-words.ts';
import { BEGINNING, type QuickWords } from './quick-words.ts';

/** So many words of a miss are kept, the heaviest. */
const KEPT = 40;

/** What `miss-words` found in a text, as `quick-words` finds it: only what says that two misses are alike. */
export function quickened(features: Features): QuickWords {
  const words: QuickWords = {};
  const evidence = [...features].filter(([feature]) => isEvidence(feature)).sort(([, a], [, b]) => b - a);
  for (const [feature, weight] of evidence.slice(0, KEPT)) {
    const word = feature.includes(' ') ? feature : feature.slice(0, BEGINNING);
    words[word] = Math.max(words[word] ?? 0, Number(weight.toFixed(2)));
  }
  return words;
}
