import { useState } from 'preact/hooks';

import type { RecordedStep } from '@annotate-mcp/core';

import { StepList } from './step-list.tsx';

export interface AttachedProps {
  /** The address of the screenshot. */
  picture: string | null;
  consoleErrors: readonly string[];
  steps: readonly RecordedStep[];
}

/** The attachments of a request: a screenshot, console errors, and the steps before. */
export function Attached({ picture, consoleErrors: lines, steps }: AttachedProps) {
  return (
    <>
      {picture && <Picture key={picture} address={picture} />}
      {lines.length > 0 && (
        <details class="nga-console">
          <summary>{lines.length === 1 ? '1 console error' : `${lines.length} console errors`}</summary>
          <pre class="nga-mono">{lines.join('\n')}</pre>
        </details>
      )}
      {steps.length > 0 && <StepList steps={steps} />}
    </>
  );
}

export function Picture({ address }: { address: string }) {
  const [failed, fail] = useState(false);
  // The page's policy may forbid pictures of the hub. The agent has the screenshot anyway.
  if (failed) return <p class="nga-muted nga-small">With a screenshot, which cannot be shown here.</p>;
  return (
    <a
      class="nga-picture"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title="Open the screenshot"
    >
      <img src={address} alt="Screenshot" onError={() => fail(true)} />
    </a>
  );
}
