/** Answers an agent that wants to see an element of this page. */
import type { LookRequest, LookTarget, PageLook } from '@annotate-mcp/core';

import type { Connection } from '../connection/connection.ts';
import { isOverlay } from '../inspectors/dom-tree.ts';
import { guarded } from '../inspectors/foreign.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import { elementReferenceOf, findElement, rootsAlong } from '../tracking/find-element.ts';
import type { Tracker } from '../tracking/lazy-tracker.ts';

import { findSimilar } from './find-similar.ts';
import { type LookDeps, takeLook, takePicture } from './take-look.ts';

export interface AnswerDeps extends LookDeps {
  readonly inspection: Inspection;
  readonly tracker: Pick<Tracker, 'elementOf'>;
  readonly connection: Pick<Connection, 'answerLook'>;
}

const maxPictureBytes = 300_000;
/** Source maps can take longer than an agent waits. */
const maxInspectionMs = 1_000;

export async function answerLook(request: LookRequest, deps: AnswerDeps): Promise<void> {
  const send = (answer: DistributiveOmit<PageLook, 'hidden'>) =>
    deps.connection.answerLook(request.id, { ...answer, hidden: document.hidden });
  const found = findTarget(request.target, deps.tracker).filter((element) => !isOverlay(element));
  const [element] = found;
  if (element === undefined) {
    send({ found: false, similar: findSimilar(request.target) });
    return;
  }
  const { styles, consoleSince } = request;
  const look = await takeLook(
    element,
    {
      ...(styles !== undefined && { styles }),
      ...(consoleSince !== undefined && { consoleSince: new Date(consoleSince) }),
    },
    { ...deps, inspection: withinTime(deps.inspection) },
  );
  const answer = { found: true, look, matches: found.length } as const;
  if (!request.picture) {
    send(answer);
    return;
  }
  send({ ...answer, pictureFollows: true });
  const taken = await takePicture(element, maxPictureBytes);
  if ('picture' in taken) send({ ...answer, picture: await toBase64(taken.picture) });
  else send({ ...answer, look: { ...look, pictureProblem: taken.problem.slice(0, 1_000) } });
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

function findTarget(target: LookTarget, tracker: AnswerDeps['tracker']): readonly Element[] {
  if (target.by === 'selector') return queryAll(target.selector);
  const tracked = tracker.elementOf(target.id);
  if (tracked?.isConnected === true) return [tracked];
  const reference = elementReferenceOf(target.place);
  const found = reference === null ? document.body : findElement(reference, document);
  return found === null ? [] : [found];
}

/** Empty also when it is no selector. */
function queryAll(path: string): readonly Element[] {
  const root = rootsAlong(path, document).at(-1);
  const selector = path.split(' >>> ').at(-1) ?? '';
  return guarded(() => [...(root?.querySelectorAll(selector) ?? [])], []);
}

function withinTime(inspection: Inspection): LookDeps['inspection'] {
  return {
    describe: (element, depth) =>
      Promise.race([
        inspection.describe(element, depth),
        new Promise<never>((_, reject) => {
          setTimeout(() => reject(new Error('The inspectors take too long.')), maxInspectionMs);
        }),
      ]),
  };
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
