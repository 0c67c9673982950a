/** One document with all Markdown constructs. */
export const corpus = `---
title: Corpus
---

# Delivery of *annotations*

A person points at *anything on a page*, says what should change, and their **coding agent** gets it over \`MCP\`. See [the architecture](../ARCHITECTURE.md "Title") or <https://example.com/a>. Plain https://example.org/path works too, ~~nothing~~ is lost.

Hard break here\\
and after it. A footnote[^1] and another[^note]. Entities: fish &amp; chips &copy; later. Escaped \\*stars\\* stay. Emoji 👩‍👩‍👧 family and decomposed e\u0301 accent.
Soft break joins lines.

Setext heading
--------------

1. First item
   \`\`\`sh
   npm install annotate-mcp # comment
   \`\`\`
2. Second item with <kbd>Alt</kbd> key

   Loose paragraph inside.
   - nested *deep* one
   - nested two
     - third level

- [x] Parse once
- [ ] Render **each block** lazily
  - [ ] Nested task

> Quoted words here.
>
> > Nested \`quoted\` words
> continued lazily

| Driver   | Where        | Delivers     |
| -------- | ------------ | -----------: |
| \`sqlite\` | \`.annotate/\` | every change |
| json     | a \\| pipe    | the *latest* |

\`\`\`ts
/** Doc comment */
export const place = (anchor: Anchor) => anchor.id + 'x'; // gone
\`\`\`

    indented code
      keeps its spaces

Inline $E = mc^2$ formula.

$$
\\int_0^1 x\\,dx
$$

<div align="center">Raw <b>HTML</b> words</div>

Text with <sub>inline</sub> tags and ![picture words](./image.png) in it.

هذا نص باللغة العربية مع كلمة English في الوسط.

[Reference link][ref] and [collapsed][] and [ref].

[ref]: https://example.com/ref
[collapsed]: https://example.com/collapsed

***

Last paragraph before notes.

[^1]: The first note, with *emphasis*.
[^note]: A longer note.

    Its second paragraph.
`;
