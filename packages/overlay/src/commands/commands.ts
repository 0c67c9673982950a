import type { AskedAction } from '@annotate-mcp/core';

import type { ConsoleTail } from '../capture/console-tail.ts';
import type { StepRecorder } from '../capture/step-recorder.ts';
import type { Connection } from '../connection/connection.ts';
import type { RestReader } from '../connection/read-rest.ts';
import type { Freezer } from '../modes/freezer.ts';
import type { OverlayConfig } from '../state/config.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import type { Compose, Panel } from '../state/state.ts';
import type { Tracker } from '../tracking/lazy-tracker.ts';
import type { Trials } from '../trials/trials.ts';

export type CopiedList = Pick<Panel, 'tab' | 'filter'>;

/** To an agent, into the batch, or into the batch until the person has seen the diff and applied it. */
export type SendAs = 'now' | 'batch' | 'apply';

/** `compose` as it was when the person sent it. */
type SendComment = (deps: CommandDeps, compose: Compose, as: SendAs) => Promise<void>;

/** What a person can ask for that changes more than the overlay's own state. Panels and keys call these. */
export interface Commands {
  /**
   * Sends the open composer to the agent, adds it to the batch, or applies it. `sender` is loaded together with the composer, so that
   * the comment is in the outbox before the next key, click or navigation.
   */
  send(as: SendAs, sender: SendComment): void | Promise<void>;
  /** Adds what happened on the page before to the open composer, or takes it away again. */
  attachSteps(on: boolean): void;
  submitBatch(): void;
  /** What the person does with one annotation: see `pageActions` of core. */
  act(id: string, action: AskedAction): void;
  /** Scrolls to the target of the annotation and pulses it; opens its page first if that is another one. */
  reveal(id: string): void | Promise<void>;
  /** Makes the next target that the person picks the target of this annotation. */
  relink(id: string): void;
  /** What the person is called from now on. */
  rename(name: string): void;
  pageNote(): void;
  /** Copies one comment as Markdown. */
  copyOne(id: string): void | Promise<void>;
  /** Copies the open comments of this page as Markdown, or what the list shows. */
  copyPage(list?: CopiedList): void | Promise<void>;
  /** Copies `text`, then shows `confirmation`. */
  copyText(text: string, confirmation: string): void;
  toggleFreeze(): void | Promise<void>;
  /** Reads what the page has not got. */
  rest(): Promise<RestReader>;
}

/** The parts of the overlay that commands use. */
export interface CommandDeps {
  readonly config: OverlayConfig;
  readonly container: OverlayStateContainer;
  readonly connection: Connection;
  readonly tracker: Tracker;
  readonly consoleTail: ConsoleTail;
  readonly steps: StepRecorder;
  readonly trials: Trials;
  readonly freezer: Freezer;
  readonly root: ShadowRoot;
}
