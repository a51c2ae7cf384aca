/**
 * Signs that a line is about the work of one day: a state that passes, a person who was asked, a place that exists once.
 * One of them is enough, since a memory that means nothing next week costs attention in every session.
 */
const PASSING: readonly RegExp[] = [
  // The moment
  /\b(?:right now|at the moment|just now|for now|for later|so far|currently|today|yesterday|tomorrow|tonight|last night|this morning|in the meantime|temporar(?:y|ily)|gerade|heute|gestern|vorerst)\b/i,
  /\bat \d{1,2}:\d\d\b/,
  // People, and what they are asked
  /\b(?:my|mine|me|myself|somebody|someone|nobody|reviewers?|the user|user (?:wants?|prefers?|asked|said|declined|refused)|the team|team chat|colleagues?)\b/i,
  /(?<![\w-])I(?![\w/])/,
  /\b(?:wait(?:ing|ed)? (?:for|on|ten|until)|ask(?:ed|ing)?|approval|no answer|prefers? to)\b/i,
  // The state of a branch, a review, a file
  /\b(?:this branch|the branch|rebased?|stash|pull request|PRs?|review comments?|waiting for review|merge conflicts?|cherry-pick(?:ed)?|commit [0-9a-f]{6,}|revert(?:ed)?|merged|pushed)\b/i,
  /\b(?:line|zeile|cell|row) \d+\b/i,
  /(?<![\d.])\d+ (?:more |unused |failing |null )?(?:rows?|tests?|lines?|commits?|imports?|warnings?|GB left|percent)\b(?! per| of every)/i,
  /\b(?:TODO|typo|tippfehler|trailing comma|failing test|screenshot|my mistake|long function|CHANGELOG)\b/i,
  /\b(?:needs (?:a|an|one more) (?:test|entry|review|rebase)|left to do|ignore it|removed it|reset by hand|it is fixed|fixed)\b/i,
  /\b(?:do not know why|did not look|for this task|see the other|has a diff|takes? \d+ ?(?:s|ms|min)|took \d+ ?(?:s|ms|min)|was not it|war es nicht)\b/i,
  /\b(?:is|are) (?:green|red|fine|broken|slow|wrong|loud|confusing|missing|lagging|in use|done|running|changed)\b(?! (?:unless|until|when|if|below|above|on|in|for))/i,
  /\b(?:renamed|changed) (?:by|in|to|lib|src)\b|\bwas changed\b/i,
  // Places that exist on one machine
  /(?:^|[\s"'`(])(?:\/tmp|\/var\/(?:folders|tmp)|\/home\/|\/Users\/|\/root\/|~\/(?!\.)|[A-Za-z]:\\)/,
  /\b(?:Desktop|Downloads|home dir|laptop|other (?:window|terminal))\b/,
  // What forget has left
  /\[forgotten\]/i,
];

/** Whether a line tells something that passes. */
export function isPassing(line: string): boolean {
  return PASSING.some((sign) => sign.test(line));
}

/** Outcomes that teach nothing. They are taken from the words after the arrow, and what is left must say something. */
const EMPTY_OUTCOME =
  /\b(?:no (?:change|difference|effect|gain|luck|result)|nothing(?: useful)?(?: found| printed)?|same(?: (?:error|result|thing))?|still (?:fails?|failing|red|flaky|slow|white screen|offline|complains?)?|(?:\d+ )?tests? (?:still )?fail(?:s|ed)?|(?:it )?fail(?:s|ed)?(?: again| too)?|did ?n[o']t (?:help|work)|does ?n[o']t (?:help|work)|not it|works?(?: now)?|ok(?: now)?|again|no|not|ugly|worse|too (?:\w+)|slow(?:er)?|flaky|red|green|broke(?:n)?|conflict|gleicher Fehler|went back to|restarted it|killed it|came back|(?:crash|error|problem|bug)(?:es|s)? (?:still )?remain(?:s|ed)?|one warning|unrelated)\b/gi;

/** What is left of an outcome once the words that say nothing are removed. */
export function substance(outcome: string): string {
  return outcome.replace(EMPTY_OUTCOME, ' ');
}
