import { useState } from 'preact/hooks';

/** The attachments of a request or reply: a screenshot and console errors. */
export function Attached({ picture, lines }: { picture: string | null; lines: readonly string[] }) {
  return (
    <>
      {picture && <Picture key={picture} address={picture} />}
      {lines.length > 0 && (
        <details class="nga-console">
          <summary>{lines.length === 1 ? '1 console error' : `${lines.length} console errors`}</summary>
          <pre class="nga-mono">{lines.join('\n')}</pre>
        </details>
      )}
    </>
  );
}

function Picture({ address }: { address: string }) {
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
