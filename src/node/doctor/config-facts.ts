import type { ConfigFacts } from '#src/doctor/config-findings.ts';
import type { Layout } from '#src/project/paths.ts';
import type { ReadConfig } from '../config.ts';
import { readRecord } from '../install/record-file.ts';
import { configRemarks } from './config-remarks.ts';

/** What can be told of the owner's own settings, and of what `chronicle init` noted. */
export function configFacts(layout: Layout, own: ReadConfig, home: string): ConfigFacts {
  return {
    remarks: configRemarks(layout, own, home),
    isExcludeLost: own.isExcludeLost,
    brokenRecord: brokenRecord(layout),
  };
}

/** The path of the record of `chronicle init`, if it cannot be understood. */
function brokenRecord(layout: Layout): string | null {
  try {
    readRecord(layout);
    return null;
  } catch {
    return layout.install;
  }
}
