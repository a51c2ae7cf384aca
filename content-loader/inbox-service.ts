import { listedCandidates } from '#src/archive/listed-candidates.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { layoutIn } from '#src/node/world.ts';
import { currentSnapshot, type InboxService } from './current-archive.ts';
import type { DecisionContext } from './decide-proposals.ts';
import { keyOf } from './page-key.ts';

/** The service for the pages of a dev server. The modules that read for it are loaded with the first item. */
export function inboxService({ world, decisions, codes }: DecisionContext): InboxService {
  return {
    changesMemory: codes !== null,
    decided: () => decisions.soFar(),
    versionOf: eventVersion,
    async proposal(directory, id) {
      if (codes === null) return null;
      const { shownProposal } = await import('./shown-proposal.ts');
      return shownProposal(world, directory, id);
    },
    async transcript({ project, session, event }) {
      const found = listedCandidates(currentSnapshot().sessions).find(
        (each) =>
          each.session.project.slug === project && each.session.name === session && each.ref.endsWith(`#${event}`),
      );
      if (!found) return undefined;
      const { evidenceOf } = await import('#src/node/import/candidates/evidence.ts');
      return evidenceOf(layoutIn(world), found.event);
    },
  };
}

/** A digest of an event as a page shows it. */
export function eventVersion({ tag, text, details }: ChronicleEvent): string {
  return keyOf([tag, text, details]);
}
