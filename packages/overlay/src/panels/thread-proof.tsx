import { useRef } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import { pulse } from '../commands/pulse.ts';
import { queryDomPath } from '../inspectors/dom.ts';
import { boxOfElement } from '../picking/picked-box.ts';
import { ProofView } from '../ui/proof/proof-view.tsx';

/** What the page showed before and after the agent's change. */
export function ThreadProof({ annotation, hub }: { annotation: Annotation; hub: string }) {
  const place = useRef<HTMLDivElement>(null);
  const pointOut = (path: string) => {
    const root = place.current?.getRootNode();
    const element = queryDomPath(path);
    if (element === null || !(root instanceof ShadowRoot)) return;
    element.scrollIntoView({ block: 'nearest' });
    pulse(root, () => (element.isConnected ? boxOfElement(element) : null));
  };
  return (
    <div ref={place} class="nga-proof-place">
      <ProofView
        annotation={annotation}
        pictureAt={(name) => `${hub}/api/attachments/${encodeURIComponent(name)}`}
        onPointOut={pointOut}
      />
    </div>
  );
}
