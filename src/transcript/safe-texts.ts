/** The texts of facts, so that secrets can be removed from all of them, and each be shortened after that. */
import { type HarvestedFacts, LONGEST } from './facts.ts';
import { clip } from '../lib/text/clip.ts';

/** Every text of the facts that comes from the transcript, once for each place. */
export function factsTexts(facts: HarvestedFacts): string[] {
  const texts: string[] = [];
  withTexts(facts, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The facts with every text replaced by a safe one, shortened to its limit. */
export function withSafeTexts(facts: HarvestedFacts, safe: (text: string) => string): HarvestedFacts {
  return withTexts(facts, (text, longest) => clip(text === '' ? '' : safe(text), longest));
}

type Changing = (text: string, longest: number) => string;

function withTexts(facts: HarvestedFacts, change: Changing): HarvestedFacts {
  const line = (text: string) => change(text, LONGEST.line);
  const { head } = facts;
  const titles = Object.entries(head.titles).map(([source, title]) => [source, change(title ?? '', LONGEST.title)]);
  return {
    ...facts,
    head: { ...head, model: head.model === null ? null : line(head.model), titles: Object.fromEntries(titles) },
    prompts: facts.prompts.map((prompt) => ({ ...prompt, text: change(prompt.text, LONGEST.prompt) })),
    branches: facts.branches.map(line),
    models: facts.models.map((model) => ({ ...model, name: line(model.name) })),
    files: facts.files.map((file) => ({ ...file, path: line(file.path) })),
    ...(facts.readFiles && { readFiles: facts.readFiles.map(line) }),
    commits: facts.commits.map((commit) => ({
      ...commit,
      subject: line(commit.subject),
      body: change(commit.body, LONGEST.body),
      branch: line(commit.branch),
    })),
    pullRequests: facts.pullRequests.map((request) => ({
      ...request,
      url: line(request.url),
      title: change(request.title, LONGEST.title),
    })),
    tests: facts.tests.map((test) => ({ ...test, command: line(test.command) })),
    failures: facts.failures.map((failure) => ({
      ...failure,
      command: line(failure.command),
      line: line(failure.line),
      ...(failure.next !== undefined && { next: line(failure.next) }),
    })),
    subagents: facts.subagents.map((agent) => ({
      ...agent,
      type: line(agent.type),
      description: line(agent.description),
    })),
    skills: facts.skills.map((skill) => ({ ...skill, name: line(skill.name) })),
    mcpServers: facts.mcpServers.map((server) => ({ ...server, name: line(server.name) })),
    web: facts.web.map((visit) => ({ ...visit, target: line(visit.target) })),
    plans: facts.plans.map((plan) => ({
      ...plan,
      heading: change(plan.heading, LONGEST.title),
      text: change(plan.text, LONGEST.plan),
    })),
    questions: facts.questions.map((asked) => ({
      ...asked,
      question: line(asked.question),
      answer: line(asked.answer),
    })),
    compactions: facts.compactions.map((kept) => ({ ...kept, summary: change(kept.summary, LONGEST.summary) })),
    outcome: facts.outcome && { ...facts.outcome, text: change(facts.outcome.text, LONGEST.outcome) },
    ...(facts.lastAnswer && {
      lastAnswer: { ...facts.lastAnswer, text: change(facts.lastAnswer.text, LONGEST.outcome) },
    }),
    excerpts: facts.excerpts.map((excerpt) => ({ ...excerpt, text: change(excerpt.text, LONGEST.excerpt) })),
    diffs: facts.diffs.map((diff) => ({ ...diff, path: line(diff.path), lines: change(diff.lines, LONGEST.body) })),
  };
}
