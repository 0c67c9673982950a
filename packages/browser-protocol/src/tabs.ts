/** A tab as an agent sees it. */
export interface TabInfo {
  readonly tabId: number;
  readonly windowId: number;
  readonly url: string;
  readonly title: string;
  /** The front one of its window. */
  readonly active: boolean;
  readonly status: 'loading' | 'complete';
  /** An agent drives it just now: the debugger is attached. */
  readonly driven: boolean;
}

/** What came of doing something, as far as it was seen once the page had settled. */
export interface ActionOutcome {
  readonly url: string;
  readonly title: string;
  /** The page went to another document. */
  readonly navigated: boolean;
  /** In the order they opened. None of them is open any more. */
  readonly dialogs: readonly DialogReport[];
  /** Tabs that the page opened meanwhile. */
  readonly openedTabs: readonly TabInfo[];
}

export interface DialogReport {
  readonly kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  readonly message: string;
  readonly accepted: boolean;
}

/**
 * How to answer dialogs that open meanwhile. Unless told: alert and beforeunload are accepted, confirm and prompt are
 * dismissed, so that nothing is agreed to by accident.
 */
export interface DialogAnswer {
  readonly accept: boolean;
  /** For a prompt. */
  readonly text?: string;
}
