import type { AskConsent } from './use-consent.ts';

/** Keeps all agents from doing anything but reading. Its words are beside it. */
export function ReadOnlySwitch({ readOnly, ask }: { readOnly: boolean; ask: AskConsent }) {
  return (
    <input
      type="checkbox"
      role="switch"
      checked={readOnly}
      onChange={({ currentTarget }) =>
        void ask({ type: 'consent:read-only', readOnly: currentTarget.checked })
      }
    />
  );
}
