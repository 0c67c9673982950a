import { describe, expect, it } from 'vitest';

import { pages } from './pages.ts';
import { toPage } from './to-page.ts';

const addresses = { base: '/annotate/', repository: 'https://git.example/annotate', pages };

function pageOf(markdown: string, source = 'docs/vite.md') {
  const text = toPage({ source, slug: source === 'README.md' ? '' : 'vite' }, markdown, addresses);
  const [, frontMatter = '', body = ''] = /^---\n(.*)\n---\n([^]*)$/.exec(text) ?? [];
  return { frontMatter: JSON.parse(frontMatter) as Record<string, string>, body: body.trim() };
}

describe('a page of the site', () => {
  it('has the title and the first sentence of its document', () => {
    const { frontMatter, body } = pageOf('# With `Vite` "5"\n\nOne **line** in the config.\n');
    expect(frontMatter).toMatchObject({
      title: 'With Vite "5"',
      description: 'One line in the config.',
      slug: 'vite',
      editUrl: 'https://git.example/annotate/edit/main/docs/vite.md',
    });
    expect(body).toBe('One **line** in the config.');
  });

  it.each([
    { link: '[Next](next.md)', becomes: '[Next](/annotate/next/)' },
    { link: '[options](next.md#options)', becomes: '[options](/annotate/next/#options)' },
    { link: '[start](../README.md)', becomes: '[start](/annotate/)' },
    { link: '[guides](README.md)', becomes: '[guides](/annotate/)' },
    { link: '[security](../SECURITY.md)', becomes: '[security](/annotate/security/)' },
    {
      link: '[code](../packages/hub/src/hub.ts)',
      becomes: '[code](https://git.example/annotate/blob/main/packages/hub/src/hub.ts)',
    },
    { link: '![A list](images/list.png)', becomes: '![A list](/annotate/images/list.png)' },
    {
      link: '[![A list](images/list.png)](next.md)',
      becomes: '[![A list](/annotate/images/list.png)](/annotate/next/)',
    },
    {
      link: '<img src="images/list.png" alt="next.md">',
      becomes: '<img src="/annotate/images/list.png" alt="next.md">',
    },
    { link: '[here](#options)', becomes: '[here](#options)' },
    { link: '[Vite](https://vite.dev/guide.md)', becomes: '[Vite](https://vite.dev/guide.md)' },
    { link: '`[no](next.md)`', becomes: '`[no](next.md)`' },
  ])('turns $link into $becomes', ({ link, becomes }) => {
    expect(pageOf(`# Vite\n\n${link}\n`).body).toBe(becomes);
  });

  it('keeps what is in blocks of code', () => {
    const code = '```md\n[no](next.md)\n```';
    expect(pageOf(`# Vite\n\n${code}\n`).body).toBe(code);
  });

  it('is the first one for the README, whose links go on from the root', () => {
    const { frontMatter, body } = pageOf('# annotate\n\n[Vite](docs/vite.md) [a](apps)\n', 'README.md');
    expect(frontMatter.slug).toBe('index');
    expect(body).toBe('[Vite](/annotate/vite/) [a](https://git.example/annotate/blob/main/apps)');
  });

  it('refuses a document without a title', () => {
    expect(() => pageOf('Text first.\n')).toThrow('docs/vite.md does not begin with "# " and a title.');
  });
});
