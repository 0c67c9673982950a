import type { SitePage } from './site-page.ts';

export const searchPages: readonly SitePage[] = [
  {
    format: 'google-search',
    url: 'https://www.google.co.uk/search?q=shoes&hl=en',
    html: `<form role="search"><textarea name="q">shoes</textarea></form>
<div id="rso"><div class="MjjYud"><div class="g"><a href="https://a.test/shoes"><h3>Shoes for all</h3><cite>a.test</cite></a><div class="VwiC3b">Many shoes.</div></div></div>
<div class="MjjYud"><a href="https://b.test/"><h3>More shoes</h3></a></div><div class="MjjYud">People also ask</div></div>
<div id="botstuff"><table><tr><td><a href="?start=10">Next</a></td></tr></table></div>`,
    text: `query: shoes
1. Shoes for all · https://a.test/shoes [ref] · Many shoes.
2. More shoes · https://b.test/ [ref]`,
    rest: ['#botstuff table'],
    needs: 'h3',
  },
  {
    format: 'duckduckgo-search',
    url: 'https://duckduckgo.com/?q=shoes&ia=web',
    html: `<form><input name="q" value="shoes"></form><ol>
<li><article data-testid="result"><h2><a data-testid="result-title-a" href="https://a.test/shoes"><span>Shoes for all</span></a></h2><div data-result="snippet">Many shoes.</div></article></li>
<li><article data-testid="result"><h2><a data-testid="result-title-a" href="https://b.test/">More shoes</a></h2></article></li></ol>
<button id="more-results">More results</button>`,
    text: `query: shoes
1. Shoes for all [ref] · https://a.test/shoes · Many shoes.
2. More shoes [ref] · https://b.test/`,
    rest: ['#more-results'],
    needs: 'article a',
  },
  {
    format: 'duckduckgo-search',
    url: 'https://html.duckduckgo.com/html/?q=shoes',
    html: `<form><input name="q" value="shoes"></form>
<div class="result results_links results_links_deep result--ad"><a class="result__a" href="https://ad.test/">Buy now</a></div>
<div class="result results_links results_links_deep"><h2><a class="result__a" href="https://a.test/shoes">Shoes for all</a></h2><a class="result__snippet" href="https://a.test/shoes">Many shoes.</a></div>`,
    text: `query: shoes
1. Shoes for all [ref] · https://a.test/shoes · Many shoes.`,
    needs: '.result__a',
  },
  {
    format: 'bing-search',
    url: 'https://www.bing.com/search?q=shoes',
    html: `<input id="sb_form_q" type="search" value="shoes"><span class="sb_count">About 9 results</span>
<ol id="b_results"><li class="b_ad">Buy now</li><li class="b_algo"><h2><a href="https://a.test/shoes">Shoes for all</a></h2><cite>a.test</cite><div class="b_caption"><p>Many shoes.</p></div></li>
<li class="b_pag"><a href="?first=11">Next</a></li></ol>`,
    text: `query: shoes
found: About 9 results
1. Shoes for all [ref] · https://a.test/shoes · site: a.test · Many shoes.`,
    rest: ['.b_pag'],
    needs: 'h2 a',
  },
  {
    format: 'npm-search',
    url: 'https://www.npmjs.com/search?q=cart',
    html: `<main id="main"><h2>2 packages found</h2>
<section><a href="/package/cart"><h3>cart</h3></a><p>Remembers things.</p><ul><li><a href="/search?q=keywords:shop">shop</a></li></ul><div class="flex"><span>ada • 1.2.0</span></div></section>
<section><a href="/package/wheel"><h3>wheel</h3></a></section></main>`,
    text: `found: 2 packages found
1. cart · https://www.npmjs.com/package/cart [ref] · Remembers things. · keywords: shop · ada • 1.2.0
2. wheel · https://www.npmjs.com/package/wheel [ref]`,
    needs: 'h3',
  },
  {
    format: 'stackoverflow-search',
    url: 'https://stackoverflow.com/questions/tagged/cart',
    html: `<div id="mainbar"><div class="fs-body3">1,204 questions</div>
<div class="s-post-summary"><div class="s-post-summary--stats-item" title="Score of 5">5 votes</div><div class="s-post-summary--stats-item" title="one of the answers was accepted">2 answers</div>
<h3 class="s-post-summary--content-title"><a class="s-link" href="/questions/7/why">Why is my cart empty?</a></h3><div class="s-post-summary--content-excerpt">I reload and …</div><a class="s-tag" href="/t/cart">cart</a></div>
<div class="s-pagination"><a href="?page=2">2</a></div></div>`,
    text: `found: 1,204 questions
1. Why is my cart empty? [ref] · https://stackoverflow.com/questions/7/why · Score of 5, one of the answers was accepted · I reload and … · tags: cart`,
    rest: ['.s-pagination'],
    needs: '.s-link',
  },
  {
    format: 'youtube-results',
    url: 'https://www.youtube.com/results?search_query=carts',
    html: `<input name="search_query" value="carts">
<ytd-video-renderer style="display:block"><ytd-thumbnail-overlay-time-status-renderer>4:05</ytd-thumbnail-overlay-time-status-renderer><a id="video-title" href="/watch?v=1">All about carts</a>
<div id="metadata-line"><span>1M views</span><span>2 years ago</span></div><div id="channel-info"><ytd-channel-name><a href="/@ada">Ada</a></ytd-channel-name></div><div class="metadata-snippet-text">Carts have wheels.</div></ytd-video-renderer>
<ytd-video-renderer style="display:block"><a id="video-title" href="/watch?v=2">More carts</a></ytd-video-renderer>`,
    text: `query: carts
1. All about carts [ref] · https://www.youtube.com/watch?v=1 · channel: Ada · 1M views, 2 years ago · length: 4:05 · Carts have wheels.
2. More carts [ref] · https://www.youtube.com/watch?v=2`,
    needs: 'a#video-title',
  },
];
