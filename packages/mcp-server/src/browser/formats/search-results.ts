import type { SiteFormat } from '@annotate-mcp/browser-protocol';

/** Results of the large search engines: title, address, summary. */
export const searchResults: SiteFormat = {
  name: 'search-results',
  url: String.raw`^https://(?:www\.google\.[a-z.]+/search|duckduckgo\.com/|html\.duckduckgo\.com/html|www\.bing\.com/search|search\.brave\.com/search)`,
  heading: [{ label: 'query', selector: 'textarea[name="q"], input[name="q"]', attribute: 'value' }],
  items: [
    '#rso .MjjYud:has(a h3)',
    'article[data-testid="result"]',
    '.result.results_links',
    'li.b_algo',
    '.snippet[data-type="web"]',
  ].join(', '),
  fields: [
    { selector: 'a:has(h3), h2 a, a.result__a, a:has(.title)', ref: true },
    { selector: 'a:has(h3), h2 a, a.result__a, a:has(.title)', attribute: 'href' },
    {
      selector:
        '.VwiC3b, [data-result="snippet"], .result__snippet, .b_caption p, .generic-snippet, .snippet-description',
    },
  ],
  rest: [
    'form[role="search"]',
    '#botstuff table',
    'nav[role="navigation"] a[aria-label*="age"]',
    '#more-results',
  ],
};
