/** Walks through the rules of style sheets: what is nested in another rule or a condition comes out as one flat list. */
import { guarded } from '../inspectors/foreign.ts';

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
  /** The longhand properties that it sets. */
  readonly names: () => Iterable<string>;
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
  return {
    kind: 'style',
    selector,
    condition,
    ...(unmet !== undefined && { unmet }),
    // Most rules are only asked for their selector.
    get declarations() {
      return [['', style.cssText]] as const;
    },
    sheet,
    styleSheet,
    names: () => style,
  };
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
    names: () => [],
  };
}

/** Without `:is()` where it says nothing: one selector, in front of which there is nothing. */
function nest(selector: string, parent: string | undefined): string {
  if (parent === undefined) return selector;
  const isOne = !/[,&]/.test(parent) && !/(?<!\\)::/.test(parent);
  return selector.replace(/(?<!\\)&/g, (_, at: number) => {
    const isFirst = at === 0 || selector.slice(0, at).endsWith(', ');
    // What would follow becomes a part of its last name.
    const isApart = !/^[\w-]/.test(selector.slice(at + 1));
    return isOne && isFirst && isApart ? parent : `:is(${parent})`;
  });
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

/** It is nothing of the page: the overlay's own style sheet, with a cursor for everything besides itself. */
export function isCrosshair(sheet: CSSStyleSheet): boolean {
  const [rule] = childrenOf(sheet);
  return (
    rule !== undefined && 'selectorText' in rule && String(rule.selectorText).endsWith(':not(nga-overlay)')
  );
}
