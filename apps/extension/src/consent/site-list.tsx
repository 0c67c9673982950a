/** The sites that the person decided about, with what agents may do there. */
import { Button } from '@annotate-mcp/overlay/ui';

import { includes } from './decide.ts';
import type { ConsentView } from './messages.ts';
import { type Permission, permissions, type SiteSettings, type SiteDecision } from './settings.ts';
import { shownSite } from './shown-names.ts';
import type { AskConsent } from './use-consent.ts';

interface SiteListProps {
  readonly view: ConsentView;
  readonly ask: AskConsent;
}

export function SiteList({ view, ask }: SiteListProps) {
  const sites = sitesIn(view);
  return (
    <section aria-labelledby="sites">
      <h2 id="sites">Sites that you decided about</h2>
      {sites.length === 0 && <p class="muted">None yet. Your answers to questions appear here.</p>}
      {sites.length > 0 && (
        <div class="scrolls">
          <table>
            <thead>
              <tr>
                <th scope="col">Site</th>
                {permissions.map((permission) => (
                  <th key={permission} scope="col">
                    {names[permission]}
                  </th>
                ))}
                <th scope="col">
                  <span class="sr">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sites.map((site) => (
                <SiteRow key={site} site={site} view={view} ask={ask} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function SiteRow({ site, view, ask }: SiteListProps & { site: string }) {
  const decided = view.consent.sites[site] ?? {};
  const held = Object.values(view.tabs).flatMap((sites) => sites[site] ?? []);
  const name = shownSite(site);
  return (
    <tr>
      <th scope="row" title={site}>
        <bdi>{name}</bdi>
      </th>
      {permissions.map((permission) => (
        <td key={permission}>
          <select
            aria-label={`${names[permission]}: ${name}`}
            value={decided[permission] ?? 'ask'}
            onChange={({ currentTarget: { value } }) =>
              void ask({ type: 'consent:site', site, permission, standing: siteDecisionOf(value) })
            }
          >
            <option value="ask">Ask</option>
            <option value="always">Always</option>
            <option value="never">Never</option>
          </select>
          {held.includes(permission) && <small>allowed in an open tab</small>}
          {isIncluded(decided, permission) && <small>included</small>}
        </td>
      ))}
      <td>
        <Button
          variant="quiet"
          aria-label={`Remove ${name}`}
          onClick={() => void ask({ type: 'consent:forget-site', site })}
        >
          Remove
        </Button>
      </td>
    </tr>
  );
}

/** Something that is allowed there includes it. */
function isIncluded(decided: SiteSettings, permission: Permission): boolean {
  if (decided[permission] !== undefined) return false;
  return permissions.some((each) => decided[each] === 'always' && includes(each, permission));
}

function sitesIn({ consent, tabs }: ConsentView): string[] {
  const decided = Object.keys(consent.sites);
  const inTabs = Object.values(tabs).flatMap((sites) => Object.keys(sites));
  return [...new Set([...decided, ...inTabs])].sort((a, b) => shownSite(a).localeCompare(shownSite(b)));
}

function siteDecisionOf(value: string): SiteDecision | null {
  return value === 'always' || value === 'never' ? value : null;
}

const names: Readonly<Record<Permission, string>> = {
  read: 'Read',
  act: 'Use',
  script: 'Run code',
  secrets: 'Secrets',
  paste: 'Pasted text',
};
