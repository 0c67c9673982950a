/** Walks through the rules of style sheets: what is nested in another rule or a condition comes out as one flat list. */
import { guarded } from '../inspectors/foreign.ts';

import { isCrosshair } from './passing-states.ts';

export interface SheetRule {
  readonly kind: 'style' | 'keyframes';
  /** Of a style rule as it matches, nesting resolved; `@keyframes name` otherwise. */
  readonly selector: string;
  /** What is around it, from the outside: `@media print`. */
  readonly condition: string;
  /** The first condition that does not hold now. */
  readonly unmet?: string;
  /** Declarations as text. Of keyframes by the place in the animation: `to`. */
  readonly declarations: readonly (readonly [place: string, text: string])[];
  /** The style sheet as the dev server calls it. */
  readonly sheet: string | null;
  readonly styleSheet: CSSStyleSheet;
}

interface Around extends Pick<SheetRule, 'condition' | 'unmet' | 'sheet' | 'styleSheet'> {
  /** Of the rule that it is nested in. */
  readonly parent?: string;
}

type RuleHolder = CSSStyleSheet | CSSRule;

export function* rulesOfSheets(root: DocumentOrShadowRoot, view: Window): Generator<SheetRule> {
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets])
    if (!sheet.disabled && !isCrosshair(sheet))
      yield* rulesOfSheet(sheet, { condition: '', sheet: null, styleSheet: sheet }, view);
}

function* rulesOfSheet(sheet: CSSStyleSheet, around: Around, view: Window): Generator<SheetRule> {
  const { ownerNode, href, media } = sheet;
  const id =
    ownerNode !== null && 'getAttribute' in ownerNode ? ownerNode.getAttribute('data-vite-dev-id') : null;
  const outside = { ...around, sheet: id ?? href ?? around.sheet, styleSheet: sheet };
  const text = media.mediaText;
  yield* rulesIn(sheet, text === '' ? outside : withMedia(outside, text, view), view);
}

function* rulesIn(holder: RuleHolder, around: Around, view: Window): Generator<SheetRule> {
  for (const rule of childrenOf(holder)) {
    if ('selectorText' in rule) yield* styleRules(rule as CSSStyleRule, around, view);
    else if ('styleSheet' in rule) {
      const { styleSheet } = rule as CSSImportRule;
      if (styleSheet !== null) yield* rulesOfSheet(styleSheet, around, view);
    } else if ('appendRule' in rule) yield keyframes(rule as CSSKeyframesRule, around);
    else if ('style' in rule && around.parent !== undefined)
      // Declarations of a rule that come after a rule nested in it.
      yield styleRule(around.parent, rule as CSSStyleRule, around);
    else if ('cssRules' in rule) yield* rulesIn(rule, withCondition(around, rule, view), view);
  }
}

function* styleRules(rule: CSSStyleRule, around: Around, view: Window): Generator<SheetRule> {
  const selector = nest(rule.selectorText, around.parent);
  if (rule.style.length > 0) yield styleRule(selector, rule, around);
  if (rule.cssRules.length > 0) yield* rulesIn(rule, { ...around, parent: selector }, view);
}

function styleRule(selector: string, { style }: CSSStyleRule, around: Around): SheetRule {
  const { condition, unmet, sheet, styleSheet } = around;
  const declarations = [['', style.cssText]] as const;
  const unmetPart = unmet !== undefined && { unmet };
  return { kind: 'style', selector, condition, ...unmetPart, declarations, sheet, styleSheet };
}

function keyframes(rule: CSSKeyframesRule, { condition, sheet, styleSheet }: Around): SheetRule {
  const steps = [...rule.cssRules] as CSSKeyframeRule[];
  return {
    kind: 'keyframes',
    selector: `@keyframes ${rule.name}`,
    condition,
    declarations: steps.map(({ keyText, style }) => [keyText, style.cssText]),
    sheet,
    styleSheet,
  };
}

function nest(selector: string, parent: string | undefined): string {
  if (parent === undefined) return selector;
  return selector.replace(/(?<!\\)&/g, () => `:is(${parent})`);
}

function withMedia(around: Around, text: string, view: Window): Around {
  return withText(around, `@media ${text}`, view.matchMedia(text).matches);
}

function withCondition(around: Around, rule: CSSRule, view: Window): Around {
  const text = 'conditionText' in rule && typeof rule.conditionText === 'string' ? rule.conditionText : '';
  if ('media' in rule) return withMedia(around, text, view);
  // Whether it holds differs from element to element; where it does, that shows in how the element is drawn.
  if ('containerName' in rule) return withText(around, `@container ${text}`, false);
  if (text !== '')
    return withText(
      around,
      `@supports ${text}`,
      guarded(() => CSS.supports(text), true),
    );
  return rule.constructor.name === 'CSSStartingStyleRule'
    ? withText(around, '@starting-style', false)
    : around;
}

function withText(around: Around, text: string, holds: boolean): Around {
  const { condition, unmet } = around;
  return {
    ...around,
    condition: condition === '' ? text : `${condition} ${text}`,
    ...(unmet === undefined && !holds && { unmet: text }),
  };
}

function childrenOf(holder: RuleHolder): readonly CSSRule[] {
  if (!('cssRules' in holder)) return [];
  // A style sheet of another origin cannot be read.
  return guarded(() => [...(holder as Pick<CSSGroupingRule, 'cssRules'>).cssRules], []);
}
