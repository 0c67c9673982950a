export const operations = ['evaluate', 'click', 'snapshot', 'screenshot'] as const;

export type Operation = (typeof operations)[number];

/** Somebody who drives a browser with the page open in it. */
export interface Subject extends AsyncDisposable {
  readonly title: string;
  /** Resolves with how many characters the answer has, pictures not counted. */
  readonly does: Readonly<Record<Operation, () => Promise<number>>>;
  /** Only reads, where that has to be said to be quick. */
  readonly read?: (() => Promise<number>) | undefined;
  /** How often the page says its button was clicked. */
  clicks(): Promise<number>;
}
