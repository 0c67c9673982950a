/** Sends what the page showed to the hub. A failure is silent: the thread then says that there is no picture. */
import { isRecord, type LookedAt, type ProofRecord, type Verdict } from '@annotate-mcp/core';

import { uploadPicture } from '../connection/upload-picture.ts';

type ProofStage = 'before' | 'after';

export interface RecordedProof {
  /** The annotation has it now. */
  readonly isRecorded: boolean;
  readonly verdict?: Verdict;
}

interface RecordReport {
  readonly side: ProofStage;
  readonly takenAt: string;
  readonly record: ProofRecord;
  readonly lookedAt?: LookedAt;
  readonly isFinal: boolean;
  /** When the page was loaded or has changed last before that. */
  readonly changedAt?: string;
}

export interface ProofReporter {
  /** `null` when it could not be sent. */
  readonly sendRecord: (id: string, report: RecordReport) => Promise<RecordedProof | null>;
  /** `picture` may be the name of one that the hub has already. */
  readonly sendPicture: (
    id: string,
    report: { side: ProofStage; takenAt: string },
    picture: Blob | string,
  ) => Promise<void>;
  /** `false` when the page is on another machine than the hub, which then gets nothing of what the page shows. */
  readonly isAllowed: () => Promise<boolean>;
}

export function createProofReporter(hub: string, send: typeof fetch): ProofReporter {
  let allowed: boolean | null = null;
  const post = async (id: string, body: object): Promise<RecordedProof | null> => {
    try {
      const response = await send(`${hub}/api/annotations/${encodeURIComponent(id)}/proof`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const said: unknown = response.ok ? await response.json() : null;
      return isRecordedProof(said) ? said : null;
    } catch {
      // The dev server is not running.
      return null;
    }
  };
  return {
    sendRecord: post,
    async sendPicture(id, report, picture) {
      const uploaded =
        typeof picture === 'string'
          ? { name: picture }
          : await uploadPicture(`${hub}/api/attachments`, picture, send);
      if (typeof uploaded !== 'string') await post(id, { ...report, picture: uploaded.name });
    },
    async isAllowed() {
      if (allowed !== null) return allowed;
      const response = await send(`${hub}/api/proof`);
      const said: unknown = response.ok ? await response.json() : null;
      if (isRecord(said) && typeof said.isAllowed === 'boolean') allowed = said.isAllowed;
      return allowed ?? false;
    },
  };
}

function isRecordedProof(value: unknown): value is RecordedProof {
  if (!isRecord(value) || typeof value.isRecorded !== 'boolean') return false;
  return value.verdict === undefined || typeof value.verdict === 'string';
}
