import { useEffect, useState } from 'preact/hooks';

import { Button } from '@annotate-mcp/overlay/ui';

import type { PopupRequest } from './messages.ts';

export interface AnnotateButtonProps {
  /** Ids of the tabs that the person annotates. */
  readonly annotated: readonly number[];
  readonly ask: (request: PopupRequest) => Promise<void>;
}

/** Switches annotating on and off in the tab that the popup was opened over. */
export function AnnotateButton({ annotated, ask }: AnnotateButtonProps) {
  const [tabId, setTabId] = useState<number | null>(null);
  useEffect(() => {
    void chrome.tabs
      .query({ active: true, lastFocusedWindow: true })
      .then(([tab]) => setTabId(tab?.id ?? null));
  }, []);
  if (tabId !== null && annotated.includes(tabId))
    return (
      <div class="row" role="status">
        <span class="name">
          <span class="dot here" /> Annotating this page
        </span>
        <Button onClick={() => void ask({ type: 'popup:stop-annotating', tabId })}>Stop annotating</Button>
      </div>
    );
  return (
    <Button
      variant="primary"
      icon="target"
      onClick={() => tabId !== null && void ask({ type: 'popup:annotate', tabId })}
    >
      Annotate this page
    </Button>
  );
}
