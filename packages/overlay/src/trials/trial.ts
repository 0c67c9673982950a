/** What a person tries by hand on one element: shown in the page at once, told as wishes, and taken back. */
import type { Wish } from '@annotate-mcp/core';
import { redactText } from '@annotate-mcp/page-facts';

import type { OverlayStateContainer } from '../state/container.ts';

import { readTokens, type Token, tokensFor } from './read-tokens.ts';
import { type ComparedStyle, SentWatch, type WatchedTrial } from './sent-watch.ts';
import {
  isColour,
  joinParts,
  parseStyle,
  partsOf,
  printStyle,
  readStyle,
  type StyleGroup,
  styleGroupsFor,
} from './style-groups.ts';
import { StyleTrial, type StyledElement } from './style-trial.ts';
import { editInPlace, TextTrial } from './text-trial.ts';
import type { ShownTrial, Trials } from './trials.ts';

export class Trial implements ShownTrial, WatchedTrial {
  readonly element: StyledElement;
  readonly groups: readonly StyleGroup[];
  /** `null` when its text cannot be edited. */
  readonly text: TextTrial | null;
  readonly styles: StyleTrial;
  readonly #trials: Trials;
  readonly #tokens: ReadonlyMap<StyleGroup, readonly Token[]>;
  /** Computed values, by property. */
  readonly #before: ReadonlyMap<string, string>;
  /** Called after each change. */
  onChange: () => void = () => undefined;
  #lifts = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #onRestored: (() => void)[] = [];
  #stopEditing: () => void = () => undefined;
  #watch: SentWatch | null = null;

  /** Everything is read before the first change. `root` is the overlay's own. */
  constructor(element: StyledElement, trials: Trials, root: ShadowRoot) {
    this.element = element;
    this.#trials = trials;
    this.groups = styleGroupsFor(element);
    this.text = TextTrial.of(element);
    this.styles = new StyleTrial(element);
    const tokens = readTokens(element, root);
    this.#tokens = new Map(this.groups.map((group) => [group, tokensFor(group.scale, tokens)]));
    const parts = this.groups.flatMap((group) => group.parts);
    this.#before = new Map(parts.map((part) => [part, readStyle(element, part)]));
    trials.open = this;
  }

  tokensFor(group: StyleGroup): readonly Token[] {
    return this.#tokens.get(group) ?? [];
  }

  /** The token that has the value that the element shows now. */
  tokenOf(group: StyleGroup): string | undefined {
    return this.#tokenWith(
      group.parts.map((part) => readStyle(this.element, part)),
      group,
    );
  }

  /** What the element shows now, as the person would write it. */
  valueOf(part: string, { scale }: StyleGroup): string {
    return this.styles.valueOf(part) ?? printStyle(this.#before.get(part) ?? '', scale);
  }

  /** `false` when that is no value for it. */
  set(group: StyleGroup, parts: readonly string[], typed: string): boolean {
    const [first = ''] = parts;
    const value = parseStyle(first, typed);
    if (value === null) return false;
    this.#change(() => {
      this.styles.set(parts, value);
      if (isColour(group.scale))
        this.styles.set(parts, printStyle(readStyle(this.element, first), group.scale));
      this.styles.set(this.#unchanged(parts), null);
    });
    return true;
  }

  setText(typed: string): void {
    this.#change(() => this.text?.set(typed));
  }

  /** The person can click into the text and type there, where the element has nothing but text. */
  editInPlace(onSubmit: (event: KeyboardEvent) => void): () => void {
    const { element, text } = this;
    if (text === null || !text.isWhole || !(element instanceof HTMLElement)) return () => undefined;
    this.#stopEditing = editInPlace(element, text, { onText: () => this.onChange(), onSubmit });
    return this.#stopEditing;
  }

  undo(wish: Wish): void {
    this.#change(() => {
      if (wish.what === 'style') this.styles.set(partsOf(wish.name), null);
      else this.text?.set(this.text.before);
    });
  }

  wishes(): Wish[] {
    const styles = this.groups.flatMap((group) => this.#wishesFor(group));
    if (this.text?.isChanged !== true) return styles;
    const { before, value } = this.text;
    return [{ what: 'text', before: redactText(before), after: redactText(value) }, ...styles];
  }

  lift(): () => void {
    if (this.#lifts++ === 0) {
      this.#watch?.pause();
      this.#hide();
    }
    return () => {
      if (--this.#lifts > 0) return;
      this.styles.show();
      this.text?.show();
      for (const change of this.#waiting.splice(0)) this.#change(change);
      this.#watch?.resume();
      for (const resolve of this.#onRestored.splice(0)) resolve();
    };
  }

  settled(): Promise<void> | null {
    return this.#lifts === 0 ? null : new Promise((resolve) => this.#onRestored.push(resolve));
  }

  compare(parts: readonly string[]): ComparedStyle[] {
    const tried = parts.map((part) => [part, readStyle(this.element, part)] as const);
    const restore = this.lift();
    const compared = tried.map(([part, value]) => ({
      part,
      own: readStyle(this.element, part),
      tried: value,
    }));
    restore();
    return compared;
  }

  keep(id: string, container: OverlayStateContainer): void {
    this.#stopEditing();
    // A change that was not reported as a wish is not shown.
    this.#waiting.length = 0;
    this.#trials.open = null;
    this.#trials.sent.set(id, this);
    this.#watch = new SentWatch(this, id, container);
  }

  revert(): void {
    this.#watch?.stop();
    this.#watch = null;
    this.#stopEditing();
    this.#hide();
    // Nothing that is restored later shows it again.
    this.#waiting.length = 0;
    this.styles.forget(this.styles.names);
    this.text?.forget();
    if (this.#trials.open === this) this.#trials.open = null;
    for (const [id, trial] of this.#trials.sent) if (trial === this) this.#trials.sent.delete(id);
  }

  /** What is lifted stays so while the page is looked at; what the person does meanwhile follows. */
  #change(change: () => void): void {
    if (this.#lifts > 0) {
      this.#waiting.push(change);
      return;
    }
    change();
    this.onChange();
  }

  #hide(): void {
    this.styles.hide();
    this.text?.hide();
  }

  #unchanged(parts: readonly string[]): string[] {
    return parts.filter((part) => readStyle(this.element, part) === this.#before.get(part));
  }

  #wishesFor(group: StyleGroup): Wish[] {
    const changed = group.parts.filter((part) => this.styles.valueOf(part) !== undefined);
    if (changed.length === 0) return [];
    if (changed.length === group.parts.length) return [this.#wish(group, group.name, changed)];
    return changed.map((part) => this.#wish(group, part, [part]));
  }

  #wish(group: StyleGroup, name: string, parts: readonly string[]): Wish {
    const computed = {
      before: parts.map((part) => this.#before.get(part) ?? ''),
      after: parts.map((part) => readStyle(this.element, part)),
    };
    const tokens = {
      ...this.#named('before', computed.before, group),
      ...this.#named('after', computed.after, group),
    };
    return {
      what: 'style',
      name,
      before: joinParts(computed.before.map((value) => printStyle(value, group.scale))).slice(0, 200),
      after: joinParts(parts.map((part) => this.valueOf(part, group))).slice(0, 200),
      ...(Object.keys(tokens).length > 0 && { tokens }),
    };
  }

  #named(side: 'before' | 'after', values: readonly string[], group: StyleGroup) {
    const token = this.#tokenWith(values, group);
    return token === undefined ? {} : { [side]: token.slice(0, 200) };
  }

  /** The token that has exactly this value, if all parts have it. */
  #tokenWith([value = '', ...more]: readonly string[], group: StyleGroup): string | undefined {
    if (more.some((other) => other !== value)) return undefined;
    return this.tokensFor(group).find((token) => token.value === value)?.name;
  }
}
