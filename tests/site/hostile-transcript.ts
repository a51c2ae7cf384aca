/** A transcript of a session of the sample with markup, terminal sequences and reordering in every place for text. */
const SCRIPT = '<script>window.harmed = true</script>';
const IMAGE = '<img src="https://evil.example/beacon.png" onerror="window.harmed = true">';
const MARKUP = `${SCRIPT} ${IMAGE} [click](javascript:window.harmed=true) ![beacon](https://evil.example/b.png) <${'!'}--`;
const TERMINAL =
  '\u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007 \u001b[2J\u001b[31m\u202ereversed\u202c\u0000 \u009b1A';

export const HIDDEN_PASSWORD = 'kV9!tQ2#xLm4zR';

export function hostileTranscript(sessionId: string, prompt: string): string {
  let n = 0;
  const record = (type: string, content: unknown, more: object = {}) => ({
    ...{ parentUuid: null, isSidechain: false, type, message: { role: type, content }, uuid: `hostile-${n}` },
    ...{ timestamp: new Date(Date.UTC(2026, 8, 2, 13, 20, n++)).toISOString(), sessionId, cwd: '/', ...more },
  });
  const use = (id: string, name: string, input: object) => record('assistant', [{ type: 'tool_use', id, name, input }]);
  const result = (id: string, text: string) =>
    record('user', [{ type: 'tool_result', tool_use_id: id, content: text, is_error: true }]);
  const records = [
    { type: 'mode', mode: 'default', sessionId },
    record('user', `Prune it. ${MARKUP} ${HIDDEN_PASSWORD}`, { uuid: prompt }),
    record('assistant', [
      { type: 'text', text: `# ${MARKUP}\n\n\`\`\`html\n</code></pre>${MARKUP}\n\`\`\`\n\n> ${MARKUP}\n` },
    ]),
    use('a', `Bash${MARKUP}`, { command: `echo ${MARKUP}`, [`key ${SCRIPT}`]: { deep: MARKUP } }),
    result('a', `${TERMINAL}\n${MARKUP}\nPGPASSWORD=${HIDDEN_PASSWORD}\n\n${'w'.repeat(9000)}`),
    record('user', `<system-reminder>${MARKUP}</system-reminder>`),
    record('assistant', [{ type: 'text', text: `${'*['.repeat(3000)}${'> '.repeat(200)}deep` }]),
    ...Array.from({ length: 120 }, (_, i) =>
      record('assistant', [{ type: 'text', text: `Step ${i}. ${'word '.repeat(80)}` }]),
    ),
  ];
  return `${records.map((each) => JSON.stringify(each)).join('\n')}\nnot JSON ${MARKUP}\n`;
}
