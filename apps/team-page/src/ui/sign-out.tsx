import { useRef, useState } from 'preact/hooks';

import { Button } from '@annotate-mcp/overlay/ui';

import { type OpenProject, withNotice } from '../state.ts';

import type { PageProps } from './page-props.ts';

/** Asks again when a text would be lost. */
export function SignOut({ app }: Pick<PageProps, 'app'>) {
  const [busy, setBusy] = useState(false);
  const hasWarned = useRef(false);
  const signOut = () => {
    if (!hasWarned.current && isWriting(app.states.get().open)) {
      hasWarned.current = true;
      app.states.dispatch(withNotice(warning, 'problem'));
      return;
    }
    setBusy(true);
    void app.signOut().then(() => setBusy(false));
  };
  return (
    <Button variant="quiet" busy={busy} data-nga="sign-out" onClick={signOut}>
      Sign out
    </Button>
  );
}

const warning = 'You have written something that is not sent yet. Send it, or sign out again to discard it.';

function isWriting(open: OpenProject | null): boolean {
  return [...(open?.texts.values() ?? [])].some((text) => text.trim() !== '');
}
