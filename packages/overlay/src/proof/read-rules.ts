/**
 * Reads the rules of the page's style sheets that are for an element or something in it, in whatever state of the page
 * they apply. Computed styles tell only of the state that the page is in.
 */
import type { StyleRule } from '@annotate-mcp/core';
import { redactText } from '@annotate-mcp/page-facts';

import { isShadowRoot, outwards } from '../inspectors/dom-tree.ts';
import { guarded } from '../inspectors/foreign.ts';
import type { ToProjectPath } from '../inspectors/project-path.ts';

import { hasOtherPart, inAnyState, withoutBuildNames, withoutParts } from './selectors.ts';
import { rulesOfSheets, type SheetRule } from './sheet-rules.ts';

const mostVisited = 20_000;
const mostRules = 250;

/** In milliseconds: less than a frame, so that the page stays smooth. */
const sliceMs = 10;

export async function readRules(
  targets: readonly Element[],
  toProjectPath: ToProjectPath,
): Promise<StyleRule[]> {
  const view = targets[0]?.ownerDocument.defaultView ?? null;
  if (view === null) return [];
  const reader = new RuleReader(targets, toProjectPath);
  let pauseAt = performance.now() + sliceMs;
  let visited = 0;
  for (const scope of scopesOf(targets)) {
    for (const rule of rulesOfSheets(scope.root, view)) {
      if (visited++ > mostVisited) return reader.rules();
      reader.read(rule, scope);
      if (performance.now() < pauseAt) continue;
      await new Promise((resolve) => setTimeout(resolve));
      pauseAt = performance.now() + sliceMs;
    }
  }
  return reader.rules();
}

/** Style sheets, and the elements of the target that they are for. */
interface Scope {
  readonly root: Document | ShadowRoot;
  readonly elements: readonly (Element | ShadowRoot)[];
}

/** How deep in a target its shadow roots are looked for. */
const mostSearched = 500;

function scopesOf(targets: readonly Element[]): Scope[] {
  const roots = new Map<Document | ShadowRoot, (Element | ShadowRoot)[]>();
  const add = (root: Node, element?: Element | ShadowRoot) => {
    if (root.nodeType !== 9 && !isShadowRoot(root)) return;
    const known = roots.get(root as Document | ShadowRoot) ?? [];
    if (element !== undefined) known.push(element);
    roots.set(root as Document | ShadowRoot, known);
  };
  for (const target of targets) {
    add(target.getRootNode(), target);
    // Tokens come from outside.
    for (const at of outwards(target)) add(at.getRootNode());
    const inside = [target, ...[...target.querySelectorAll('*')].slice(0, mostSearched)];
    for (const { shadowRoot } of inside) if (shadowRoot !== null) add(shadowRoot, shadowRoot);
  }
  return Array.from(roots, ([root, elements]) => ({ root, elements }));
}

class RuleReader {
  readonly #around: readonly Element[];
  readonly #toProjectPath: ToProjectPath;
  readonly #rules: StyleRule[] = [];
  /** Custom properties that elements around set. */
  readonly #tokens: StyleRule[] = [];
  readonly #animations: StyleRule[] = [];

  constructor(targets: readonly Element[], toProjectPath: ToProjectPath) {
    this.#around = [...new Set(targets.flatMap((target) => [...outwards(target)]))];
    this.#toProjectPath = toProjectPath;
  }

  read(rule: SheetRule, { elements }: Scope): void {
    if (rule.kind === 'keyframes') {
      this.#animations.push(this.#describe(rule, true));
      return;
    }
    const anyState = inAnyState(rule.selector);
    if (elements.some((element) => isFor(anyState, element))) {
      const isNow = rule.unmet === undefined && !hasOtherPart(rule.selector);
      const own = withoutParts(rule.selector);
      const applies = isNow && elements.some((element) => isFor(own, element));
      if (this.#rules.length < mostRules) this.#rules.push(this.#describe(rule, applies));
    } else if (rule.declarations.some(([, text]) => text.includes('--'))) {
      const isAround = this.#around.some((element) => matches(element, anyState));
      if (!isAround) return;
      const applies =
        rule.unmet === undefined && this.#around.some((element) => matches(element, rule.selector));
      const { declarations, ...described } = this.#describe(rule, applies);
      const tokens = Object.entries(declarations).filter(([name]) => name.startsWith('--'));
      if (tokens.length > 0) this.#tokens.push({ ...described, declarations: Object.fromEntries(tokens) });
    }
  }

  /** Of tokens and animations only those that the rules for the target use. */
  rules(): StyleRule[] {
    const used = usedNames(this.#rules, this.#tokens);
    const tokens = this.#tokens.flatMap(({ declarations, ...rule }) => {
      const left = Object.entries(declarations).filter(([name]) => used.has(name));
      return left.length === 0 ? [] : [{ ...rule, declarations: Object.fromEntries(left) }];
    });
    const names = this.#rules.flatMap(({ declarations }) =>
      Object.entries(declarations).flatMap(([name, value]) =>
        name.startsWith('animation') ? value.split(/[\s,]+/) : [],
      ),
    );
    const animations = this.#animations.filter(({ selector }) => names.includes(selector.slice(11)));
    return [...this.#rules, ...animations, ...tokens].slice(0, mostRules + 50);
  }

  #describe({ selector, condition, unmet, declarations, sheet }: SheetRule, applies: boolean): StyleRule {
    const file = fileOf(sheet, this.#toProjectPath);
    return {
      selector: withoutBuildNames(selector).slice(0, longestSelector),
      ...(condition !== '' && { condition: condition.slice(0, longestSelector) }),
      ...(unmet !== undefined && { unmet: unmet.slice(0, longestSelector) }),
      ...(file !== null && { file }),
      applies,
      declarations: Object.fromEntries(
        declarations
          .flatMap(([place, text]) =>
            readDeclarations(text).map(
              ([name, value]) => [place === '' ? name : `${place} ${name}`, value] as const,
            ),
          )
          .slice(0, mostDeclarations),
      ),
    };
  }
}

const longestSelector = 300;
const mostDeclarations = 60;
const longestValue = 200;
const longestRead = 2_000;

function isFor(selector: string, element: Element | ShadowRoot): boolean {
  if ('matches' in element && matches(element, selector)) return true;
  return guarded(() => element.querySelector(selector) !== null, false);
}

/** `false` for a selector that only style sheets understand. */
export function matches(element: Element, selector: string): boolean {
  return guarded(() => element.matches(selector), false);
}

/** Custom properties that these rules refer to, even by others. */
function usedNames(rules: readonly StyleRule[], tokens: readonly StyleRule[]): Set<string> {
  const used = new Set<string>();
  const waiting = rules.flatMap(({ declarations }) => Object.values(declarations));
  const set = tokens.flatMap(({ declarations }) => Object.entries(declarations));
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const [, name = ''] of value.matchAll(/var\(\s*(--[\w-]+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(...set.flatMap(([each, text]) => (each === name ? [text] : [])));
    }
  }
  return used;
}

/** `null` where the dev server does not tell which file of the project it is. */
export function fileOf(sheet: string | null, toProjectPath: ToProjectPath): string | null {
  if (sheet === null) return null;
  const isServed = !/^https?:/.test(sheet) || /^\/(?:src\/|@fs\/)/.test(new URL(sheet).pathname);
  return isServed ? toProjectPath(sheet) : null;
}

/** Splits what a browser has written: `a: b; c: url("x;y");`. */
export function readDeclarations(text: string): (readonly [name: string, value: string])[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\') at++;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === ';' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].flatMap((part) => {
    const colon = part.indexOf(':');
    const value = redactText(
      asWritten(
        part
          .slice(colon + 1)
          .trim()
          .slice(0, longestRead),
      ),
    );
    return colon === -1 ? [] : [[part.slice(0, colon).trim(), value.slice(0, longestValue)] as const];
  });
}

const inside = String.raw`((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)`;
const compiledScheme = new RegExp(
  String.raw`var\(--lightningcss-light,\s*${inside}\)\s*var\(--lightningcss-dark,\s*${inside}\)`,
  'g',
);

/** Lightning CSS, which Next, Tailwind and Vite can use, writes `light-dark()` for older browsers. */
function asWritten(value: string): string {
  return value.replace(compiledScheme, 'light-dark($1, $2)');
}
