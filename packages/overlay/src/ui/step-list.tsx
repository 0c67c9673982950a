import { describeStep, type RecordedStep } from '@annotate-mcp/core';

/** What happened on the page before a comment. */
export function StepList({ steps }: { steps: readonly RecordedStep[] }) {
  if (steps.length === 0)
    return <p class="nga-muted nga-small">Nothing has happened on this page since it was loaded.</p>;
  return (
    <details class="nga-console">
      <summary>{steps.length === 1 ? '1 step before' : `${steps.length} steps before`}</summary>
      <pre class="nga-mono">{steps.map(describeStep).join('\n')}</pre>
    </details>
  );
}
