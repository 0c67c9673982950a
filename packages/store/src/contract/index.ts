/** The suite that every driver passes. In a test file of yours: `storeContract({ name: 'mysql', … })`. */
import { describe } from 'vitest';

import { changesContract } from './changes.ts';
import { factsContract } from './facts.ts';
import { filesContract } from './files.ts';
import { foreignReaderContract } from './foreign-reader.ts';
import { liveContract } from './live.ts';
import { processesContract } from './processes.ts';
import { provenanceContract } from './provenance.ts';
import { recordsContract } from './records.ts';
import type { Subject } from './subject.ts';

export { ChildWorker } from './child-worker.ts';
export { canMount } from './files.ts';
export type { Subject } from './subject.ts';

export function storeContract(subject: Subject): void {
  describe(`${subject.name} store`, () => {
    recordsContract(subject);
    provenanceContract(subject);
    changesContract(subject);
    factsContract(subject);
    liveContract(subject);
    filesContract(subject);
    if (subject.reach !== 'machine') return;
    processesContract(subject);
    foreignReaderContract(subject);
  });
}
