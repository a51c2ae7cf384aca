/* A person's actions in the terminal of the import scenario: refuses, gives a reason, interrupts, undoes, clears. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from './client.ts';
import { openTerminal } from './terminal.ts';

/** Drives two sessions of one client: one before `/clear` and one after it. */
export async function driveTerminal(lab: Lab): Promise<void> {
  const terminal = await openTerminal(lab, ['--permission-mode', 'default']);
  const say = async (prompt: string) => {
    await terminal.enter(prompt);
    await terminal.waitFor(new RegExp(`${prompt}[\\s\\S]*● Done\\.`));
  };
  const beAsked = async (prompt: string) => {
    await terminal.enter(prompt);
    await terminal.waitFor(new RegExp(`${prompt}[\\s\\S]*Do you want to proceed`));
    // The client ignores keys in a question's first moment, so that nobody answers it unread.
    await sleep(1500);
  };
  const refuse = async (prompt: string) => {
    await beAsked(prompt);
    await terminal.press('Escape');
    await terminal.waitFor(new RegExp(`${prompt}[\\s\\S]*Interrupted`));
  };
  try {
    await refuse('touch one');
    await say('no, rename the old one instead');

    await beAsked('touch two');
    for (const key of ['Down', 'Down', 'Down', 'Tab']) await terminal.press(key);
    await terminal.waitFor('tell Claude what to do differently');
    await terminal.enter('use mktemp and not touch');
    await terminal.waitFor(/touch two[\s\S]*rejected[\s\S]*● Done\./);

    await say('no, that is fine as it is');

    await refuse('touch both');
    await say('only the left one, if you have to');

    await terminal.enter('/compact');
    await terminal.waitFor('Compacted');

    await terminal.enter('think aloud');
    await terminal.waitFor(/think aloud[\s\S]*esc to interrupt/);
    await sleep(1500);
    await terminal.press('Escape');
    await terminal.waitFor(/Let me think[\s\S]*Interrupted/);
    await say('stop and read the docs first');

    await terminal.enter('think silently');
    await terminal.waitFor(/think silently[\s\S]*esc to interrupt/);
    await sleep(1500);
    // The prompt returns to the input, since there was no answer yet.
    await terminal.press('Escape');
    await sleep(1000);
    await terminal.press('C-u');
    await say('what about the tests');

    await refuse('touch unheard');
    await terminal.enter('/clear');
    await sleep(2000);
    await say('begin again');
    await refuse('touch last');
    await terminal.enter('/exit');
    await terminal.ended();
  } finally {
    await terminal.close();
  }
}
