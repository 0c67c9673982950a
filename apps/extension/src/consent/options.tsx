/** The settings page of the extension: which sites agents may use, which they never may, and whether they ask first. */
import { render } from 'preact';

import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

import { NeverList } from './never-list.tsx';
import optionsCss from './options.css?inline';
import { ReadOnlySwitch } from './read-only-switch.tsx';
import { SiteList } from './site-list.tsx';
import { useConsent } from './use-consent.ts';

function Options() {
  const { view, ask } = useConsent();
  if (view === null) return null;
  const { mode, readOnly } = view.consent;
  return (
    <main>
      <h1>What agents may do in this browser</h1>
      <fieldset>
        <legend>Sites that you have not decided about</legend>
        <label>
          <input
            type="radio"
            name="mode"
            checked={mode === 'ask'}
            onChange={() => void ask({ type: 'consent:mode', mode: 'ask' })}
          />
          <span>
            Ask me first <small>when an agent first reads or uses a site</small>
          </span>
        </label>
        <label>
          <input
            type="radio"
            name="mode"
            checked={mode === 'allow'}
            onChange={() => void ask({ type: 'consent:mode', mode: 'allow' })}
          />
          <span>
            Allow everything{' '}
            <small>code and stored secrets too, except on the sites that are never driven</small>
          </span>
        </label>
      </fieldset>
      <fieldset>
        <legend>Everywhere</legend>
        <label>
          <ReadOnlySwitch readOnly={readOnly} ask={ask} />
          <span>
            Read only <small>nothing is pressed, typed, opened or run, on no site</small>
          </span>
        </label>
      </fieldset>
      <SiteList view={view} ask={ask} />
      <NeverList view={view} ask={ask} />
    </main>
  );
}

const own = new CSSStyleSheet();
own.replaceSync(optionsCss);
document.adoptedStyleSheets = [createStyleSheet(), createPanelStyleSheet(), own];
render(<Options />, document.body);
