/** Answers an agent that wants to see an element of this page. */
import { type LookRequest, type LookTarget, type PageLook, readSnapshot, toBase64 } from '@annotate-mcp/core';

import type { Connection } from '../connection/connection.ts';
import { isOverlay } from '../inspectors/dom-tree.ts';
import { domPath } from '../inspectors/dom.ts';
import { guarded } from '../inspectors/foreign.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import { isInPrivate } from '../inspectors/private-parts.ts';
import { similarity } from '../tracking/compare-elements.ts';
import { elementReferenceOf, findElement, rootsAlong } from '../tracking/find-element.ts';
import type { Tracker } from '../tracking/lazy-tracker.ts';
import { liftTrials, type Trials, withoutTrials } from '../trials/trials.ts';

import { elementText } from './element-text.ts';
import { type LookDeps, takeLook, takePicture } from './take-look.ts';

export interface AnswerDeps extends LookDeps {
  readonly inspection: Inspection;
  readonly tracker: Pick<Tracker, 'elementOf'>;
  readonly connection: Pick<Connection, 'answerLook'>;
  readonly trials: Trials;
}

const maxPictureBytes = 300_000;
/** Source maps can take longer than an agent waits. */
const maxInspectionMs = 1_000;

export async function answerLook(request: LookRequest, deps: AnswerDeps): Promise<void> {
  const send = (answer: DistributiveOmit<PageLook, 'hidden'>) =>
    deps.connection.answerLook(request.id, { ...answer, hidden: document.hidden });
  const targets = findTarget(request.target, deps.tracker);
  if (targets === null) {
    send({ found: false, similar: [], problem: 'selector' });
    return;
  }
  const found = targets.filter((element) => !isOverlay(element));
  const [element] = found;
  if (element === undefined) {
    send({ found: false, ...findSimilar(request.target) });
    return;
  }
  const { styles, consoleSince } = request;
  // The agent sees what the source makes, not what the person has tried by hand.
  const restore = liftTrials(deps.trials);
  const looking = takeLook(
    element,
    {
      ...(styles !== undefined && { styles }),
      ...(consoleSince !== undefined && { consoleSince: new Date(consoleSince) }),
    },
    { ...deps, inspection: withinTime(deps.inspection) },
  );
  // Styles and texts were read at once.
  restore();
  const look = await looking;
  const answer = { found: true, look, matches: found.length } as const;
  if (!request.picture) {
    send(answer);
    return;
  }
  send({ ...answer, pictureFollows: true });
  const taken = await withoutTrials(deps.trials, () => takePicture(element, maxPictureBytes));
  if ('picture' in taken)
    send({ ...answer, picture: toBase64(new Uint8Array(await taken.picture.arrayBuffer())) });
  else send({ ...answer, look: { ...look, pictureProblem: taken.problem.slice(0, 1_000) } });
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** `null` for what is no selector. */
function findTarget(target: LookTarget, tracker: AnswerDeps['tracker']): readonly Element[] | null {
  if (target.by === 'selector') return queryAll(target.selector);
  const tracked = tracker.elementOf(target.id);
  if (tracked?.isConnected === true) return [tracked];
  const reference = elementReferenceOf(target.place);
  const found = reference === null ? document.body : findElement(reference, document);
  return found === null ? [] : [found];
}

function queryAll(path: string): readonly Element[] | null {
  const isSelector = (step: string) =>
    guarded(() => document.createDocumentFragment().querySelector(step) === null, false);
  if (!path.split(' >>> ').every(isSelector)) return null;
  const root = rootsAlong(path, document).at(-1);
  return [...(root?.querySelectorAll(path.split(' >>> ').at(-1) ?? '') ?? [])];
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

const maxCompared = 400;
const maxFound = 3;

type Similar = Pick<PageLook & { found: false }, 'similar' | 'problem'>;

/** What an agent may have meant: of a selector what it matches inside of shadow roots. */
function findSimilar(target: LookTarget): Similar {
  if (target.by === 'annotation') return { similar: listed(findLike(target)) };
  const inside = findInShadow(target.selector, document);
  return { similar: listed(inside), ...(inside.length > 0 && { problem: 'shadow' as const }) };
}

const maxVisited = 20_000;

/** A selector of the page does not lead into a shadow root. */
function findInShadow(selector: string, page: Document): Element[] {
  const found: Element[] = [];
  const roots: (Document | ShadowRoot)[] = [page];
  let visited = 0;
  for (let root = roots.shift(); root !== undefined && found.length < maxFound; root = roots.shift()) {
    if (root !== page) found.push(...root.querySelectorAll(selector));
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      if (shadowRoot !== null && !isOverlay(shadowRoot.host)) roots.push(shadowRoot);
      if (++visited > maxVisited) return found;
    }
  }
  return found.filter((element) => !isInPrivate(element));
}

function listed(elements: readonly Element[]): { selector: string; text: string }[] {
  return elements.slice(0, maxFound).map((element) => ({
    selector: domPath(element).slice(0, 4_000),
    text: elementText(element).slice(0, 200),
  }));
}

/** Elements that may be what became of an annotation's element: with its tag and words of its text, best first. */
function findLike(target: LookTarget & { by: 'annotation' }): Element[] {
  const snapshot = elementReferenceOf(target.place)?.snapshot;
  const before = snapshot === undefined ? null : readSnapshot(snapshot);
  if (before === null || before.text === '') return [];
  return [...document.getElementsByTagName(before.tag)]
    .slice(0, maxCompared)
    .filter((element) => !isOverlay(element) && !isInPrivate(element))
    .map((element) => ({ element, text: elementText(element) }))
    .map((each) => ({ ...each, score: similarity(before.text, each.text) }))
    .filter(({ score }) => score >= 0.3)
    .sort((a, b) => b.score - a.score)
    .map(({ element }) => element);
}
