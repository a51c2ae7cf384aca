/* A lab in which an agent may try to change memory, with everything allowed that permissions can allow. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventId } from '#src/format/event-id.ts';
import { openRetro } from '#src/record/live.ts';
import { pathsIn, realEnv } from '#src/lib/env.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import type { Lab } from './client.ts';
import { chronicles, labWithPlugin, log } from './scenario.ts';
import type { Script } from './scripted-api.ts';

export async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 45_000;
  while (!holds() && Date.now() < deadline) await new Promise((later) => setTimeout(later, 50));
}

export function logged(text: string): [command: string, event: string] {
  return [log('MEMORY-MISS', text), eventId('MEMORY-MISS', text)];
}

export function propose(file: string, event: string): string {
  const text =
    '---\nname: money\ndescription: Sum money in integers\nmetadata:\n  type: feedback\n---\n\nSum money in integers.\n';
  const proposals = [{ action: 'NEW', file, text, events: [event], reason: 'It came back.' }];
  return `chronicle memory propose <<'EOF'\n${JSON.stringify({ proposals })}\nEOF`;
}

/** Does what `chronicle retro context` does in a session with events. */
export function openRetroIn(lab: Lab): void {
  const [chronicle] = chronicles(lab, 1);
  const env = { ...realEnv(), env: lab.env, home: lab.home };
  openRetro(pathsIn(env), chronicle.fields.session_id ?? '', env);
}

export async function labIn(scripts: readonly Script[]): Promise<Lab> {
  const lab = await labWithPlugin(scripts);
  // As root, the client refuses to skip permissions outside a sandbox.
  lab.env.IS_SANDBOX = '1';
  const settings = join(lab.config, 'settings.json');
  // As if the warning about bypassPermissions had been answered.
  const answered = { ...JSON.parse(readFileSync(settings, 'utf8')), skipDangerousModePermissionPrompt: true };
  writeFileSync(settings, JSON.stringify(answered));
  mkdirSync(memoryOf(lab), { recursive: true });
  writeFileSync(join(memoryOf(lab), 'old.md'), 'old\n');
  return lab;
}

export function memoryOf(lab: Lab): string {
  return join(lab.config, 'projects', directoryName(lab.project), 'memory');
}
