import type { FoundEvent, Origin } from '../found-event.ts';
import { headline } from './headline.ts';
import { blocksOf, plain, sentencesOf } from './prose.ts';

const READ = 6000;
const PREFIX =
  /^(?:(?:implementation |project |refactoring |migration |fix )?plan|umsetzungsplan|plan de [^:]{1,30}|計画|计划|方案|計画書)\s*[:：–—-]\s*/iu;
/** Headings over the part of a plan that tells why. */
const CONTEXT =
  /^(?:context|background|problem|why|goal|overview|summary|motivation|kontext|hintergrund|ziel|contexto|objetivo|contexte|objectif|contesto|контекст|цель|背景|目的|概要)/iu;

/** An accepted plan is a decision: its heading, and the beginning of what it says about its reason. */
export function planEvent(plan: string, origin: Origin): FoundEvent | null {
  const blocks = blocksOf(plan.slice(0, READ));
  const title = blocks.find(({ kind }) => kind === 'heading') ?? blocks[0];
  if (title === undefined) return null;
  const named = plain(title.text).replace(PREFIX, '');
  const said = blocks.filter(({ kind }) => kind === 'paragraph' && title.text !== plan);
  const context =
    said.find(({ heading, label }) => CONTEXT.test(heading) || CONTEXT.test(label)) ??
    said.find((block) => block !== title);
  const sentences = sentencesOf(context?.text ?? '');
  // "Plan" alone is no name; then the context says what it is about.
  const isNamed = named.length >= 8 && !/^(?:implementation |the )?plan$/i.test(named);
  const { text, full } = headline(isNamed ? named : (sentences[0] ?? ''));
  if (text === '') return null;
  const details = [full, ...sentences.slice(isNamed ? 0 : 1, 3)].filter((detail) => detail !== '');
  return { tag: 'DECISION', text, details, origin, recorded: { statement: 'plan', reference: '' } };
}

const IMPLEMENTS = /^\s*Implement the following plan:\s*\n/i;

/** The plan in the prompt that the host writes when a plan is accepted in a fresh session; null for other prompts. */
export function planInPrompt(prompt: string): string | null {
  const [begin] = IMPLEMENTS.exec(prompt.slice(0, 200)) ?? [];
  return begin === undefined ? null : prompt.slice(begin.length);
}
