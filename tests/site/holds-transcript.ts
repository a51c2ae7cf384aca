/** The transcript of the sample's session about stock holds, for the evidence of its unconfirmed events. */
const TRANSCRIPT = '3d0b7c52-91ae-4f6d-a8c3-5e2f60b4179d';
/** Put together here, so that no file of this repository contains what looks like a token. */
const TOKEN = `ghp_${'0123456789'.repeat(3)}abcdeF`;
/** The name of its file. */
export const HOLDS_TRANSCRIPT = `${TRANSCRIPT}.jsonl`;

/** Its lines around the correction that the sample says was found in line 96. */
export function holdsTranscript(): string {
  const message = (uuid: string, type: string, content: unknown) => ({
    ...{ parentUuid: null, isSidechain: false, type, uuid, sessionId: TRANSCRIPT, timestamp: '2026-08-12T13:38:00Z' },
    message: { role: type, content },
  });
  const lines: object[] = Array.from({ length: 93 }, () => ({ type: 'mode', mode: 'default' }));
  lines.push(
    message('a1', 'assistant', 'I will reserve the crates in Order.place().'),
    message('a2', 'assistant', [{ type: 'tool_use', id: 't1', name: 'Edit', input: { file_path: 'app/order.rb' } }]),
    message('b5a20c77-8e14-4d0f-bb9a-6f1e07d3c2a8', 'user', `No. <b>Half</b> of them never pay. Use ${TOKEN}`),
    message('a3', 'assistant', 'Understood.'),
    message('a4', 'assistant', 'Something later.'),
  );
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
