/** Builds the payload that the hub stores from the target and the text. Pure: the page's facts are arguments. */
import type {
  Addressee,
  BoundingBox,
  ComponentTarget,
  MatchedRule,
  PagePayload,
  PageTarget,
  RecordedStep,
  Wish,
} from '@annotate-mcp/core';
import { redactText } from '@annotate-mcp/page-facts';

import { boxOfPicked, boxOfRanges } from '../picking/picked-box.ts';
import type { Picked, ComposeTarget } from '../state/state.ts';
import type { PageFacts } from '../window/page-facts.ts';

export interface WrittenComment {
  readonly id: string;
  readonly text: string;
  readonly consoleErrors?: readonly string[];
  readonly steps?: readonly RecordedStep[] | null;
  readonly wishes?: readonly Wish[];
  /** Of the element that was picked first. */
  readonly styleRules?: readonly MatchedRule[];
  readonly mentions?: readonly Addressee[];
  /** The person has blurred something in the screenshot. */
  readonly blurred?: boolean;
}

export function composePayload(target: ComposeTarget, written: WrittenComment, page: PageFacts): PagePayload {
  return {
    ...pageTargetOf(target, page),
    id: written.id,
    annotationText: written.text.trim(),
    ...(written.consoleErrors !== undefined && { consoleErrors: [...written.consoleErrors] }),
    ...(written.steps && written.steps.length > 0 && { steps: [...written.steps] }),
    ...(written.wishes && written.wishes.length > 0 && { wishes: [...written.wishes] }),
    ...(written.styleRules && written.styleRules.length > 0 && { styleRules: [...written.styleRules] }),
    ...(written.mentions && written.mentions.length > 0 && { mentions: [...written.mentions] }),
    ...(written.blurred === true && { blurred: true }),
  };
}

/** The target alone, without the text of the comment. */
export function pageTargetOf(target: ComposeTarget, page: PageFacts): PageTarget {
  const where = {
    pageUrl: page.url,
    pageTitle: redactText(page.title.slice(0, 2_000)),
    ...(page.storyId !== undefined && { storyId: page.storyId }),
    viewport: { ...page.viewport },
  };
  if (target.kind === 'page') return { kind: 'page', ...where };
  if (target.kind === 'text') {
    const { ranges, ...text } = target.text;
    const box = boxOfRanges(ranges);
    const pageTitle = redactText(text.pageTitle.slice(0, 2_000));
    return { kind: 'text', ...where, ...text, pageTitle, ...(box && { boundingBox: toPageBox(box, page) }) };
  }
  const { picked, selectionText } = target;
  const [first] = picked;
  const common = {
    ...where,
    boundingBox: toPageBox(boxOfPicked(first), page),
    ...(selectionText !== undefined && { selectionText: redactText(selectionText) }),
  };
  if (picked.length === 1 && first.target.kind === 'element') return { ...first.target, ...common };
  const [component, ...targets] = [asComponentTarget(first), ...picked.slice(1).map(asComponentTarget)];
  return { kind: 'component', ...component, ...common, ...(targets.length > 0 && { targets }) };
}

/** An element without a component that was picked together with components: `unknown` stands for its name. */
function asComponentTarget({ target }: Picked): ComponentTarget {
  if (target.kind === 'component') {
    const { kind, ...component } = target;
    return component;
  }
  const { selector, description, domSnapshot = '', sourceLocation, generatedAt, element } = target;
  return {
    componentName: 'unknown',
    selector,
    componentFilePath: (sourceLocation ?? generatedAt)?.file ?? `(unresolved: ${description.slice(0, 200)})`,
    ...(sourceLocation !== undefined && { sourceLocation }),
    ...(generatedAt !== undefined && { generatedAt }),
    ...(element !== undefined && { element }),
    inputs: {},
    domSnapshot,
    componentTreePath: [],
    domPath: selector,
  };
}

function toPageBox({ x, y, width, height }: BoundingBox, { scroll }: PageFacts): BoundingBox {
  return { x: x + scroll.x, y: y + scroll.y, width, height };
}
