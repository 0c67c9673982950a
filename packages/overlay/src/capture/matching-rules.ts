/** The rules of the page's style sheets for one element, for the agent that gets the comment. */
import { type MatchedRule, mostMatchedRules, mostRuleDeclarations } from '@annotate-mcp/core';
import { redactText } from '@annotate-mcp/page-facts';

import { createProjectPath, type ToProjectPath } from '../inspectors/project-path.ts';
import { fileOf, matches, readDeclarations } from '../proof/read-rules.ts';
import { hasOtherPart, inAnyState, withoutBuildNames, withoutParts } from '../proof/selectors.ts';
import { rulesOfSheets, type SheetRule } from '../proof/sheet-rules.ts';
import type { OverlayConfig } from '../state/config.ts';

const mostVisited = 20_000;
const longest = 300;
const longestDeclaration = 300;
/** A comment is sent without them rather than late. */
const mostMs = 150;
const mostMapMs = 400;

/** Those that apply now come before the others, each part in the order of the sheets. */
export async function readMatchingRules(element: Element, config: OverlayConfig): Promise<MatchedRule[]> {
  const root = element.getRootNode();
  const view = element.ownerDocument.defaultView;
  if (view === null || !('styleSheets' in root)) return [];
  const toProjectPath = createProjectPath(config);
  const until = performance.now() + mostMs;
  const found: FoundRule[] = [];
  let visited = 0;
  for (const rule of rulesOfSheets(root as Document | ShadowRoot, view)) {
    if (visited++ > mostVisited || performance.now() > until) break;
    if (rule.kind !== 'style' || !matches(element, inAnyState(rule.selector))) continue;
    found.push({ rule, matched: describe(rule, element, fileOf(rule.sheet, toProjectPath)) });
  }
  const [now, later] = [found.filter(isActive), found.filter((rule) => !isActive(rule))];
  // The last rules of a sheet win over the first ones.
  const told = [...now.slice(-mostMatchedRules), ...later].slice(0, mostMatchedRules);
  const untold = told.map(({ matched }) => matched);
  return Promise.race([locateAll(told, toProjectPath), whenLate(untold)]).catch(() => untold);
}

interface FoundRule {
  readonly rule: SheetRule;
  readonly matched: MatchedRule;
}

function isActive({ matched: { inactive } }: FoundRule): boolean {
  return inactive !== true;
}

function whenLate<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(() => resolve(value), mostMapMs));
}

/** With the place in the source that the style sheet was compiled from, where its source map tells. */
async function locateAll(told: readonly FoundRule[], toProjectPath: ToProjectPath): Promise<MatchedRule[]> {
  const { locateRule } = await import('./sheet-sources.ts');
  return Promise.all(
    told.map(async ({ rule, matched }) => ({ ...matched, ...(await locateRule(rule, toProjectPath)) })),
  );
}

function describe(rule: SheetRule, element: Element, file: string | null): MatchedRule {
  const { selector, condition, unmet } = rule;
  const applies = unmet === undefined && !hasOtherPart(selector) && matches(element, withoutParts(selector));
  const declarations = rule.declarations.flatMap(([, text]) => readDeclarations(text));
  return {
    selector: redactText(withoutBuildNames(selector)).slice(0, longest),
    ...(condition !== '' && { condition: redactText(condition).slice(0, longest) }),
    ...(!applies && { inactive: true as const }),
    ...(file !== null && { file }),
    declarations: declarations
      .slice(0, mostRuleDeclarations)
      .map(([name, value]) => `${name}: ${value}`.slice(0, longestDeclaration)),
  };
}
