/**
 * Makes the parts of the sample archive that come from transcripts: its facts. The transcripts are made from tests/fixtures/sample-scripts and read by the product's own code.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Chronicle } from '#src/format/chronicle.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { type FactsUpdate, updateFacts } from '#src/import/facts-reader.ts';
import type { Env } from '#src/lib/env.ts';
import { factsPath, type Paths, pathsOf } from '#src/lib/paths.ts';
import { ROOT, SAMPLE } from '../root.ts';
import type { ScriptedTranscript } from '../scripted-transcript.ts';
import { sampleBriefing } from './sample-briefing.ts';
import { readSampleSource, type SampleSource } from './sample-source.ts';
import type { SampleProject } from './sample-steps.ts';
import { sampleTranscript } from './sample-transcript.ts';

const PROJECTS = `${SAMPLE}/projects`;
const SCRIPTS = `${ROOT}/tests/fixtures/sample-scripts`;

/** The folders of the projects below Claude Code's `projects`. */
const FOLDERS: Record<SampleProject, string> = {
  larder: '-home-robin-code-larder',
  tidemark: '-home-robin-code-tidemark',
  nestbox: '-home-robin-firmware-nestbox',
};

/** Sessions were told of earlier ones from this day on. */
const FIRST_BRIEFING = '2026-11-01';

/** A session of the sample and what its transcript showed. */
export interface SampleSession {
  /** The path of its chronicle below the sample's `projects`. */
  place: string;
  source: SampleSource;
  chronicle: Chronicle;
  transcript: ScriptedTranscript;
}

/** The sessions that have a source, by project and date. */
export function sampleSessions(): SampleSession[] {
  return (Object.keys(FOLDERS) as SampleProject[]).flatMap((project) =>
    readdirSync(`${SCRIPTS}/${project}`)
      .sort()
      .map((file) => sampleSession(project, file.replace(/\.yml$/, ''))),
  );
}

function sampleSession(project: SampleProject, name: string): SampleSession {
  const place = `${FOLDERS[project]}/chronicle/${name}.md`;
  const source = readSampleSource(readFileSync(`${SCRIPTS}/${project}/${name}.yml`, 'utf8'));
  const { chronicle } = parseChronicle(readFileSync(`${PROJECTS}/${place}`, 'utf8'));
  if (!chronicle) throw new Error(`${place} cannot be read.`);
  const { date, branch, attended } = chronicle.frontMatter;
  const directory = `${PROJECTS}/${FOLDERS[project]}/chronicle`;
  const briefing = date < FIRST_BRIEFING || attended === 'no' ? null : sampleBriefing(directory, name, branch);
  return { place, source, chronicle, transcript: sampleTranscript(source, chronicle, { name, project, briefing }) };
}

/** Every chronicle and facts file that is made, by its path below the sample's `projects`, and what became of each session. */
export async function makeSample(
  directory: string,
  sessions: readonly SampleSession[],
): Promise<{ files: Map<string, string>; outcomes: FactsUpdate[] }> {
  const paths = pathsOf(directory);
  cpSync(PROJECTS, paths.projects, { recursive: true });
  const files = new Map<string, string>();
  const outcomes: FactsUpdate[] = [];
  for (const session of sessions) {
    const chronicle = `${paths.projects}/${session.place}`;
    const facts = factsPath(chronicle);
    rmSync(facts, { force: true });
    const { env, transcript } = writeTranscript(paths, session);
    const outcome = await updateFacts(env, paths, { sessionId: session.transcript.id, transcript });
    if (outcome.skipped !== null) throw new Error(`${session.place} ${outcome.skipped}.`);
    outcomes.push(outcome);
    files.set(facts.slice(paths.projects.length + 1), readFileSync(facts, 'utf8'));
  }
  return { files, outcomes };
}

/** Writes a session's transcript where Claude Code would have. It was read a minute after its end. */
function writeTranscript(paths: Paths, { place, transcript }: SampleSession): { env: Env; transcript: string } {
  const folder = `${paths.projects}/${place.split('/', 1)[0]}`;
  const path = `${folder}/${transcript.file}`;
  const last = transcript.records.findLast(({ timestamp }) => timestamp !== undefined);
  const end = new Date(String(last?.timestamp));
  for (const { file, text } of transcript.subagents) {
    mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
    writeFileSync(`${folder}/${file}`, text);
  }
  writeFileSync(path, transcript.text);
  utimesSync(path, end, end);
  const now = () => new Date(end.getTime() + 60_000);
  const env = { CLAUDE_CONFIG_DIR: paths.config };
  return {
    env: { variables: env, home: '/home/robin', cwd: '/', now, host: 'larder', parentPid: 1 },
    transcript: path,
  };
}
