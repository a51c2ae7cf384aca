import { falling, seeded, weighted } from './random.ts';
import { WORDS } from './words.ts';

const drawWord = weighted(WORDS, falling(0.8));
const CALLS = 8;

/**
 * A transcript of at least `bytes`, in the mix of real ones: four tenths are the host's own records, a third is tool output,
 * the rest is conversation. One call in ten fails.
 */
export function transcriptOf(id: string, cwd: string, bytes: number): string {
  const random = seeded(7);
  const lines: string[] = [];
  let [size, step] = [0, 0];
  const add = (record: object) => {
    const uuid = `${id.slice(0, 8)}-0000-4000-8000-${(step++).toString(16).padStart(12, '0')}`;
    const timestamp = new Date(Date.UTC(2025, 0, 1) + step * 1000).toISOString();
    const of = { uuid, timestamp, cwd, sessionId: id, version: '2.1.329', gitBranch: 'main', entrypoint: 'cli' };
    const line = `${JSON.stringify({ parentUuid: null, isSidechain: false, ...record, ...of })}\n`;
    size += line.length;
    lines.push(line);
  };
  const say = (type: string, content: unknown, more = {}) => add({ type, message: { role: type, content }, ...more });
  const prose = (length: number) => {
    let text = '';
    while (text.length < length) text += `${drawWord(random)}${random() < 0.1 ? '.\n' : ' '}`;
    return text;
  };
  for (let turn = 0; size < bytes; turn++) {
    say('user', prose(200), { promptSource: 'typed', origin: { kind: 'human' } });
    for (let n = 0; n < 7; n++) add({ type: 'api-request-blob', hash: id, message: prose(5000) });
    for (let n = 0; n < CALLS; n++) {
      const call = `toolu_${turn}_${n}`;
      const isFailing = random() < 0.1;
      const text = isFailing ? `Exit code 1\n${prose(300)}` : prose(3500);
      say('assistant', [{ type: 'tool_use', id: call, name: 'Bash', input: { command: `npm test -- part-${n}` } }]);
      say('user', [{ type: 'tool_result', tool_use_id: call, content: text, is_error: isFailing }], {
        toolUseResult: isFailing ? `Error: ${text}` : { stdout: text, stderr: '', interrupted: false },
      });
    }
    say('assistant', [{ type: 'text', text: prose(1500) }]);
  }
  return lines.join('');
}
