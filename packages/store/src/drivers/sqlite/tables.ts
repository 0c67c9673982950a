import type { Database } from '../../sqlite/database.ts';
import type { Provenance } from '../../trust/provenance.ts';
import type { RecordSealer } from '../../trust/record-sealer.ts';

import type { OpenFile } from './store-file.ts';

/** The open database, and what is needed to tell whose words its records are. For one operation. */
export interface Tables {
  database: Database;
  /** Differs when the person trusts the repository or no longer does: readers then start again from a full list. */
  epoch: string;
  sealer: RecordSealer;
  /** The person trusts the whole repository. */
  isTrusted: boolean;
  /** Another one for a copy of the file, also in its place. */
  fileIdentity: string;
}

export function tablesOf({ database, epoch, fileIdentity }: OpenFile, provenance: Provenance): Tables {
  const { sealer } = provenance;
  if (!defined.has(database)) {
    database.define('is_sealed', (body, seal) => Number(isRowSealed(sealer, body, seal)));
    defined.add(database);
  }
  const isTrusted = provenance.isRepositoryTrusted();
  return { database, epoch: isTrusted ? `${epoch}-trusted` : epoch, sealer, isTrusted, fileIdentity };
}

const defined = new WeakSet<Database>();

/** The columns of a row. */
export function isRowSealed(sealer: RecordSealer, body: unknown, seal: unknown): boolean {
  return typeof body === 'string' && typeof seal === 'string' && sealer.isTextSealed(body, seal);
}
