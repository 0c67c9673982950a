export const operations = ['evaluate', 'click', 'snapshot', 'screenshot'] as const;

export type Operation = (typeof operations)[number];

/** A program that controls a browser in which the page is open. */
export interface Subject extends AsyncDisposable {
  readonly title: string;
  /** Resolves with how many characters the answer has, pictures not counted. */
  readonly does: Readonly<Record<Operation, () => Promise<number>>>;
  /** Reads only, without waiting for the page to settle. */
  readonly read?: (() => Promise<number>) | undefined;
  /** What `screenshot` takes, as base64. */
  picture(): Promise<string>;
  /** How often the page says its button was clicked. */
  clicks(): Promise<number>;
}
