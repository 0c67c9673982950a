import type { SitePage } from './site-page.ts';

export const articlePages: readonly SitePage[] = [
  {
    format: 'npm-package',
    url: 'https://www.npmjs.com/package/@acme/cart',
    html: `<main id="main"><div id="top"><h1>@acme/cart</h1><span>1.2.0 • Public</span></div>
<div id="readme"><h1>Cart</h1><p>Remembers things.</p></div>
<div aria-label="Package sidebar"><h3>Install</h3><code>npm i @acme/cart</code><h3>Weekly Downloads</h3><p>1,204</p></div></main>`,
    text: `package: @acme/cart
1.2.0 • Public
install: npm i @acme/cart`,
    rest: ['[aria-label="Package sidebar"]', '#readme, [id="tabpanel-readme"]'],
    needs: '#top h1, main h1',
  },
  {
    format: 'stackoverflow-question',
    url: 'https://stackoverflow.com/questions/7/why-is-my-cart-empty',
    html: `<div id="question-header"><h1><a href="/questions/7/why">Why is my cart empty?</a></h1></div>
<div id="question"><div class="js-vote-count">5</div><div class="js-post-body"><p>I reload:</p><pre><code>load()
  .then(show)</code></pre></div><a class="post-tag" href="/t/cart">cart</a></div>
<div id="answers"><div id="answers-header"><h2>2 Answers</h2></div>
<div class="answer accepted-answer"><div class="js-vote-count">9</div><div class="js-accepted-answer-indicator" aria-label="Accepted">✓</div><div class="js-post-body"><p>Store it.</p></div><div class="post-signature"><div class="user-details"><a href="/u/bob">bob</a></div></div></div>
<div class="answer"><div class="js-vote-count">0</div><div class="js-accepted-answer-indicator d-none" aria-label="Accepted"></div><div class="js-post-body"><p>Try again.</p></div></div></div>`,
    text: `Why is my cart empty?
score: 5
tags: cart

I reload:

load()
  .then(show)
answers: 2 Answers
1. score: 9 · Accepted · by: bob
Store it.
2. score: 0
Try again.`,
    needs: '#question .js-post-body',
  },
  {
    format: 'mdn-page',
    url: 'https://developer.mozilla.org/en-US/docs/Web/API/Element/click',
    html: `<nav aria-label="Breadcrumb"><a href="/w">Web</a><a href="/a">APIs</a></nav><aside>Two hundred other pages</aside>
<main id="content"><article><h1>Element: click event</h1><div class="baseline-indicator"><h2>Baseline Widely available</h2></div><p>A pointer was pressed.</p><h2>Syntax</h2><pre>addEventListener("click")</pre></article></main>`,
    text: `Element: click event
status: Baseline Widely available
below: Web, APIs`,
    rest: ['main article, .layout__content, .reference-layout__content'],
    needs: 'main h1',
  },
  {
    format: 'youtube-watch',
    url: 'https://www.youtube.com/watch?v=1&t=5',
    html: `<div id="movie_player"><div class="ytp-left-controls"><button aria-label="Pause">II</button></div></div>
<ytd-watch-metadata style="display:block"><h1>All about carts</h1><div id="owner"><ytd-channel-name><a href="/@ada">Ada</a></ytd-channel-name><span id="owner-sub-count">41K subscribers</span></div>
<like-button-view-model><button aria-label="like this video along with 12 other people">12</button></like-button-view-model>
<ytd-watch-info-text><div id="info">1M views 2 years ago</div></ytd-watch-info-text><div id="description-inline-expander">Carts have wheels.<br>Four of them.</div></ytd-watch-metadata>
<ytd-comment-thread-renderer style="display:block"><a id="author-text" href="/@bob">@bob</a><div id="content-text">First!</div><span id="vote-count-middle">3</span></ytd-comment-thread-renderer>`,
    text: `All about carts
channel: Ada [ref]
subscribers: 41K subscribers
seen: 1M views 2 years ago
likes: like this video along with 12 other people

Carts have wheels.
Four of them.
1. @bob · likes: 3
First!`,
    rest: ['#movie_player .ytp-left-controls'],
    needs: 'ytd-watch-metadata h1',
  },
];
