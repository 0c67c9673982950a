import type { SitePage } from './site-page.ts';

export const githubPages: readonly SitePage[] = [
  {
    format: 'github-issues',
    url: 'https://github.com/acme/shop/issues?q=is%3Aopen',
    html: `<header><nav>Product Solutions</nav></header><main>
<input id="repository-input" value="is:issue state:open">
<a data-testid="nav-label-open"><span>Open</span> 41</a> <a data-testid="nav-label-closed">Closed 7</a>
<ul data-listview-component="items-list">
  <li class="ListItem-module__listItem">
    <div data-testid="list-row-state-icon"><svg aria-label="Open issue" width="16" height="16"></svg></div>
    <h3><a data-testid="issue-pr-title-link" href="/acme/shop/issues/12">Cart forgets its items</a></h3>
    <div data-testid="list-row-labels"><a href="/l/bug">bug</a><a href="/l/cart">cart</a></div>
    <div data-testid="list-row-repo-name-and-number">#12 · ada opened on May 1</div>
    <a data-testid="list-row-comments">3</a>
  </li>
  <li class="ListItem-module__listItem">
    <h3><a data-testid="issue-pr-title-link" href="/acme/shop/issues/11">Dark mode</a></h3>
  </li>
</ul>
<nav aria-label="Pagination"><a href="?page=2">Next</a></nav></main>`,
    text: `filter: is:issue state:open
open: Open 41
closed: Closed 7
1. Cart forgets its items [ref] · https://github.com/acme/shop/issues/12 · state: Open issue · labels: bug, cart · #12 · ada opened on May 1 · comments: 3
2. Dark mode [ref] · https://github.com/acme/shop/issues/11`,
    rest: ['nav[aria-label="Pagination"]'],
    needs: '[data-testid="issue-pr-title-link"]',
  },
  {
    format: 'github-pulls',
    url: 'https://github.com/acme/shop/pulls',
    html: `<form><input name="q" value="is:pr is:open "></form>
<div class="table-list-header-toggle"><a href="/acme/shop/pulls?q=is%3Aopen">2 Open</a><a href="/acme/shop/pulls?q=is%3Aclosed">90 Closed</a></div>
<div class="js-issue-row" id="issue_31"><svg class="octicon" aria-label="Open Pull Request" width="16" height="16"></svg>
  <a class="Link--primary" id="issue_31_link" href="/acme/shop/pull/31">Keep the cart</a>
  <a class="IssueLabel" href="/l/fix">fix</a><span class="opened-by">#31 opened 2 days ago by ada</span>
  <a aria-label="4 comments" href="#">4</a></div>
<div class="js-issue-row" id="issue_30"><a class="Link--primary" id="issue_30_link" href="/acme/shop/pull/30">Blue button</a></div>
<div class="paginate-container"><a href="?page=2">Next</a></div>`,
    text: `filter: is:pr is:open
open: 2 Open
closed: 90 Closed
1. Keep the cart [ref] · https://github.com/acme/shop/pull/31 · state: Open Pull Request · labels: fix · #31 opened 2 days ago by ada · comments: 4
2. Blue button [ref] · https://github.com/acme/shop/pull/30`,
    rest: ['.paginate-container'],
    needs: '.Link--primary',
  },
  {
    format: 'github-issue',
    url: 'https://github.com/acme/shop/issues/12',
    html: `<h1><bdi data-testid="issue-title">Cart forgets its items</bdi> <span>#12</span></h1>
<span data-testid="header-state">Open</span>
<div data-testid="issue-body"><a data-testid="issue-body-header-author" href="/ada">ada</a>
  <div class="markdown-body"><p>After a reload it is empty.</p><pre>cart = []</pre></div></div>
<div data-testid="comment-viewer-outer-box-IC_1"><div data-testid="comment-header"><a data-hovercard-type="user" href="/bob">bob</a>
  <relative-time datetime="2026-05-02T10:00:00Z">May 2</relative-time></div><div class="markdown-body"><p>Same here.</p></div></div>
<div data-testid="issue-labels"><a href="/l/bug">bug</a></div><div data-testid="issue-assignees"><a href="/bob">bob</a></div>
<form id="new_comment_form"><textarea aria-label="Comment"></textarea></form>`,
    text: `Cart forgets its items
state: Open
labels: bug
assigned to: bob
by: ada

After a reload it is empty.

cart = []
1. bob · 2026-05-02T10:00:00Z
Same here.`,
    rest: ['#new_comment_form'],
    needs: '[data-testid="issue-title"]',
  },
  {
    format: 'github-pull',
    url: 'https://github.com/acme/shop/pull/31',
    html: `<h1><bdi class="js-issue-title markdown-title">Keep the cart</bdi> <span>#31</span></h1>
<div class="gh-header-meta"><span class="State">Open</span> <span class="base-ref">main</span> <span class="head-ref">keep-cart</span></div>
<nav aria-label="Pull request tabs"><a href="/c">Commits <span id="commits_tab_counter">2</span></a><a href="/f">Files <span id="files_tab_counter">5</span></a></nav>
<div class="timeline-comment"><div class="timeline-comment-header"><a class="author" href="/ada">ada</a> <relative-time datetime="2026-05-03T08:00:00Z">May 3</relative-time></div>
  <div class="comment-body markdown-body"><p>Stores it in the session.</p></div></div>
<div class="review-comment"><a class="author" href="/bob">bob</a><div class="comment-body">Nice.</div></div>
<div class="branch-action-item"><h3 class="status-heading">All checks have passed</h3></div>`,
    text: `Keep the cart
state: Open
into: main
from: keep-cart
commits: 2
files: 5
checks: All checks have passed
1. ada · 2026-05-03T08:00:00Z
Stores it in the session.
2. bob
Nice.`,
    rest: ['nav[aria-label="Pull request tabs"]'],
    needs: '.js-issue-title',
  },
  {
    format: 'github-file',
    url: 'https://github.com/acme/shop/blob/main/src/cart.ts',
    html: `<nav><h1 id="file-name-id" data-testid="breadcrumbs-filename">cart.ts</h1></nav>
<button data-testid="anchor-button">main</button><div data-testid="latest-commit-html">Keep the cart (#31)</div>
<a data-testid="raw-button" href="/raw">Raw</a>
<textarea id="read-only-cursor-text-area" aria-label="file content">export function total(items) {
  return items.length;
}
</textarea>`,
    text: `file: cart.ts
branch: main
last commit: Keep the cart (#31)

export function total(items) {
  return items.length;
}`,
    rest: ['[data-testid="raw-button"]'],
    needs: 'textarea',
  },
  {
    format: 'github-search',
    url: 'https://github.com/search?q=cart&type=repositories',
    html: `<h1>2 results</h1><div data-testid="results-list">
<div><div class="search-title"><a href="/acme/shop">acme/shop</a></div><div class="search-match">A <em>cart</em> that remembers</div><a href="/topics/cart">cart</a><ul><li>TypeScript</li><li>41 stars</li></ul></div>
<div><div class="search-title"><a href="/acme/wheel">acme/wheel</a></div></div></div>`,
    text: `results: 2 results
1. acme/shop [ref] · https://github.com/acme/shop · A cart that remembers · topics: cart · TypeScript, 41 stars
2. acme/wheel [ref] · https://github.com/acme/wheel`,
    needs: '.search-title',
  },
];
