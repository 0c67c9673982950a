/** Sends what the page showed to the hub. A failure is silent: the thread then says that there is no picture. */
import type { ProofRecord, Verdict } from '@annotate-mcp/core';

import { uploadPicture } from '../connection/upload-picture.ts';

export type ProofStage = 'before' | 'after';

export interface RecordedProof {
  /** The annotation has it now. */
  readonly isRecorded: boolean;
  readonly verdict?: Verdict;
}

export interface ProofReporter {
  /** `null` when it could not be sent. */
  readonly sendRecord: (
    id: string,
    report: { side: ProofStage; takenAt: string; record: ProofRecord; isFinal: boolean },
  ) => Promise<RecordedProof | null>;
  /** `picture` may be the name of one that the hub has already. */
  readonly sendPicture: (
    id: string,
    report: { side: ProofStage; takenAt: string },
    picture: Blob | string,
  ) => Promise<void>;
  /** The hub is on another machine, which takes no word of what this page shows. */
  readonly isRefused: () => boolean;
}

export function createProofReporter(hub: string, send: typeof fetch): ProofReporter {
  let refused = false;
  const post = async (id: string, body: object): Promise<RecordedProof | null> => {
    try {
      const response = await send(`${hub}/api/annotations/${encodeURIComponent(id)}/proof`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) return null;
      const answer = (await response.json()) as RecordedProof & { isRefused?: boolean };
      refused ||= answer.isRefused === true;
      return answer;
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
    isRefused: () => refused,
  };
}
