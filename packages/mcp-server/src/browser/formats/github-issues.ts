import type { SiteFormat } from '@annotate-mcp/browser-protocol';

/** Lists of issues and pull requests: number, title, labels, author and date. For GitHub's design of 2025 and the one before. */
export const githubIssues: SiteFormat = {
  name: 'github-issues',
  url: String.raw`^https://github\.com/(?:[^/]+/[^/]+/)?(?:issues|pulls)(?:/?$|[/?](?!\d))`,
  heading: [
    {
      label: 'repository',
      selector: 'meta[name="octolytics-dimension-repository_nwo"]',
      attribute: 'content',
    },
    { label: 'filter', selector: 'input[id="repository-input"], input[name="q"]', attribute: 'value' },
    { label: 'open', selector: '[data-testid="nav-label-open"], a[data-ga-click*="Open"]' },
    { label: 'closed', selector: '[data-testid="nav-label-closed"], a[data-ga-click*="Closed"]' },
  ],
  items: '.js-issue-row, li:has([data-testid="issue-pr-title-link"]), li:has(h3 a[href*="/issues/"])',
  fields: [
    { selector: '[data-testid="issue-pr-title-link"], a.Link--primary, h3 a', ref: true },
    { selector: '[data-testid="issue-pr-title-link"], a.Link--primary, h3 a', attribute: 'href' },
    {
      label: 'labels',
      selector: '[data-testid="issue-labels"] a, a.IssueLabel, [class*="Token"]',
      all: true,
    },
    { label: 'by', selector: '[data-testid="created-at"], .opened-by' },
    { label: 'comments', selector: '[data-testid="list-row-comments"], a[aria-label*="comment"]' },
  ],
  rest: ['nav[aria-label="Pagination"]', '.paginate-container'],
};
