import type { HealthFinding } from '#src/doctor/health-finding.ts';
import { LAYER_FACTS } from '#src/install/layer-facts.ts';
import type { Examination } from '#src/node/doctor/examine.ts';
import { LAYERS } from '#src/project/layers.ts';

/** The JSON output of `chronicle doctor`. */
export function doctorEntry(
  { facts, recording, projects, layers, sizes }: Examination,
  findings: readonly HealthFinding[],
) {
  return {
    version: facts.version,
    installations: facts.installations,
    hooks: facts.dryFired.flatMap(({ name, budget, runs }) =>
      runs.map(({ event, ms, fault }) => ({
        installation: name,
        event,
        ms: ms === null ? null : Math.round(ms),
        ok: ms !== null,
        ...(event === 'SessionEnd' ? { budget } : {}),
        ...(fault === null ? {} : { fault }),
      })),
    ),
    layers: LAYERS.map((layer) => ({ layer, on: layers.includes(layer), tokens: LAYER_FACTS[layer].tokens })),
    nodes: facts.nodes,
    lastCapture: recording.lastCapture,
    failures: recording.failures.length,
    projects,
    sizes,
    findings,
  };
}
