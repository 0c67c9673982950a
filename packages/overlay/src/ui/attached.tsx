import { useState } from 'preact/hooks';

import { describeStep, type RecordedStep } from '@annotate-mcp/core';

import { FetchedPicture, usePictureFetching } from './fetched-picture.tsx';

interface AttachedProps {
  /** The address of the screenshot. */
  screenshot: string | null;
  /** The addresses of the person's own pictures. */
  pictures: readonly string[];
  consoleErrors: readonly string[];
  steps: readonly RecordedStep[];
}

/** The attachments of a request: pictures, console errors, and the steps before. */
export function Attached({ screenshot, pictures, consoleErrors: lines, steps }: AttachedProps) {
  return (
    <>
      {screenshot && <Picture key={screenshot} address={screenshot} />}
      {pictures.length > 0 && (
        <div class="nga-thread-pictures">
          {pictures.map((address, index) => (
            <Picture key={address} address={address} number={index + 1} />
          ))}
        </div>
      )}
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

/** The screenshot, or with a number one of the person's own pictures. */
export function Picture({ address, number }: { address: string; number?: number }) {
  const [failed, fail] = useState(false);
  const fetchPicture = usePictureFetching();
  const name = number === undefined ? 'Screenshot' : `Picture ${number}`;
  const words = number === undefined ? 'a screenshot' : `picture ${number}`;
  // The page's policy may forbid pictures of the hub. The agent has it anyway.
  if (failed) return <p class="nga-muted nga-small">With {words}, which cannot be shown here.</p>;
  if (fetchPicture !== null)
    return (
      <FetchedPicture
        address={address}
        name={name}
        fetchPicture={fetchPicture}
        onFailure={() => fail(true)}
      />
    );
  return (
    <a
      class="nga-picture"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title={number === undefined ? 'Open the screenshot' : `Open ${words}`}
    >
      <img src={address} alt={name} onError={() => fail(true)} />
    </a>
  );
}

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
