import type { PanelTab } from './state/state.ts';

/** What a person can ask for that reaches beyond the overlay's own state. Views call these; the element implements them. */
export interface Commands {
  /** The open composer, to the agent or into the batch. */
  send(as: 'now' | 'batch'): void | Promise<void>;
  submitBatch(): void;
  reply(id: string, message: string): void;
  reopen(id: string, message?: string): void;
  accept(id: string): void;
  /** Drafts and closed ones go; what an agent may be working on is withdrawn. */
  remove(id: string): void;
  edit(id: string, annotationText: string): void;
  /** "Send again": takes the claim from an agent that does not get on with it. */
  release(id: string): void;
  /** Scrolls to what the annotation points at and pulses it; goes to its page first where that is another. */
  reveal(id: string): void | Promise<void>;
  /** What the person points at next is what this annotation is about. */
  relink(id: string): void;
  pageNote(): void;
  /** As Markdown; `page` unless told. */
  copyPage(tab?: PanelTab): void | Promise<void>;
  copyText(text: string, said: string): void;
  toggleFreeze(): void | Promise<void>;
}
