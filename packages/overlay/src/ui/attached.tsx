import { useState } from 'preact/hooks';

/** What was sent along with the request: the picture, and what the console said. */
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
  // Another origin's hub, or a page that allows no pictures of it: the agent has it all the same.
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
