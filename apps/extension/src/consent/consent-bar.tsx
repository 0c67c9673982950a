/** The part of the popup about consent: the switch for reading only, and the way to the settings. */
import { Button } from '@annotate-mcp/overlay/ui';

import type { ConsentView } from './messages.ts';
import { ReadOnlySwitch } from './read-only-switch.tsx';
import type { AskConsent } from './use-consent.ts';

export function ConsentBar({ view, ask }: { view: ConsentView; ask: AskConsent }) {
  const { mode, readOnly } = view.consent;
  return (
    <section class="consent-bar" aria-label="What agents may do">
      <label class="check">
        <ReadOnlySwitch readOnly={readOnly} ask={ask} />
        Read only
      </label>
      <Button variant="quiet" onClick={() => void chrome.runtime.openOptionsPage()}>
        {mode === 'ask' ? 'Sites: ask first…' : 'Sites: all allowed…'}
      </Button>
    </section>
  );
}
