/** Sends what the page showed to the hub. What cannot be sent is told by `null`, what the hub refuses ends the task. */
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
  /** When the page got new code of the files that were changed for the annotation, after its verdict was known. */
  readonly codeAt?: string;
}

export interface ProofReporter {
  readonly sendRecord: (id: string, report: RecordReport) => Promise<RecordedProof | null>;
  /** `picture` may be the name of one that the hub has already. */
  readonly sendPicture: (
    id: string,
    report: { side: ProofStage; takenAt: string },
    picture: Blob | string,
  ) => Promise<RecordedProof | null>;
  /** `false` when the page is on another machine than the hub, which then gets nothing of what the page shows. */
  readonly isAllowed: () => Promise<boolean | null>;
}

export function createProofReporter(hub: string, send: typeof fetch): ProofReporter {
  let allowed: boolean | null = null;
  const post = async (id: string, body: object): Promise<RecordedProof | null> => {
    const said = await ask(send, `${hub}/api/annotations/${encodeURIComponent(id)}/proof`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return isRecordedProof(said) ? said : null;
  };
  return {
    sendRecord: post,
    async sendPicture(id, report, picture) {
      const uploaded =
        typeof picture === 'string'
          ? { name: picture }
          : await uploadPicture(`${hub}/api/attachments`, picture, send);
      if (uploaded === 'later') return null;
      return uploaded === 'refused' ? { isRecorded: false } : post(id, { ...report, picture: uploaded.name });
    },
    async isAllowed() {
      if (allowed !== null) return allowed;
      const said = await ask(send, `${hub}/api/proof`);
      if (isRecord(said) && typeof said.isAllowed === 'boolean') allowed = said.isAllowed;
      return allowed;
    },
  };
}

/** `null` when there is no answer at the moment. */
async function ask(send: typeof fetch, address: string, init?: RequestInit): Promise<unknown> {
  try {
    const response = await send(address, init);
    if (response.ok) return await response.json();
    if (response.status >= 500 || response.status === 429) return null;
  } catch {
    // The dev server is not running, or was ended while it answered.
    return null;
  }
  throw new Error('The hub has refused to keep what the page shows.');
}

function isRecordedProof(value: unknown): value is RecordedProof {
  if (!isRecord(value) || typeof value.isRecorded !== 'boolean') return false;
  return value.verdict === undefined || typeof value.verdict === 'string';
}
