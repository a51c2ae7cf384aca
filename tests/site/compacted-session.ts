import { serializeFacts } from '#src/transcript/facts.ts';
import { someFacts } from '../support/some-facts.ts';

const SUMMARY = `1. Primary Request and Intent:
   Take a step.

7. Pending Tasks:
   - Empty the cookie jar
   - <script>window.harmed = true</script>

9. Optional Next Step:
   Take step 1
`;

/** What the transcript of the unremarkable session shows: it was compacted, and nobody wrote a handoff. */
export const COMPACTED: Record<string, string> = {
  'facts/2025-01-01-step-0.json': serializeFacts(
    someFacts({
      head: { session_id: 'large-0', from: '2025-01-01T08:00:00Z', to: '2025-01-01T10:00:00Z' },
      compactions: [{ at: '2025-01-01T09:40:00Z', trigger: 'auto', summary: SUMMARY }],
    }),
  ),
};
