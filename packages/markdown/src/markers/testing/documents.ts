/** Documents with every construct that a marker could break, each small enough to try all of its positions. */
export const documents: Readonly<Record<string, string>> = {
  'an empty file': '',
  'one line without an end': 'Ship the plan in May',
  'paragraphs and headings':
    '# Plan for *spring*\n\nShip the plan in May.\nThen rest.\n\nSetext title\n============\n\nAnd one more\n---\n\n## Closed ##\n\nEnd.\n',
  'emphasis at its limits':
    'A *b*c **bold**text __under__ _a_b_ ~~gone~~ ***both*** 2*3*4 `*` \\*no\\* **“quoted”**x.\n',
  'links and images':
    'See [the guide](https://a.test/x_(y) "A title"), [ref][one], [one], [two][], ![a cup *blue*](cup.png "Cup") and <https://a.test/z>, https://a.test/q?a=1&b=2, www.a.test, me@a.test, `[no](x)`.\n\n[one]: https://a.test/one "One"\n[two]: <https://a.test/two words>\n  \'Two\'\n',
  'nested lists':
    '- one\n- two\n  more of two\n  1. deep\n  2. deeper\n\n     with a paragraph\n- [ ] a task\n- [x] done\n\n* another list\n\n10) ten\n11) eleven\n',
  'loose lists and code in them':
    '- one\n\n- two\n\n  ```js\n  let a = 1;\n\n  let b = 2;\n  ```\n\n      indented\n\n- three\n',
  quotes: '> quoted\n> on two lines\nand lazily on\n>\n> > inner\n> - list\n>   more\n\n> next\n',
  'a table':
    'Before\n\n| a | b \\| c | `x|y` |\n|:--|:-:|--:|\n| *one* | two | [l](u) |\n| four |\n\nfive | six\n--- | ---\n1 | 2\nAfter is a row too\n',
  code: 'Text `a  b` and ``x ` y``.\n\n```ts title="<!-- mdrev:x -->"\nconst a = "<!-- mdrev:x -->";\n```\n\n~~~\n```\n~~~\n\n    indented <!-- mdrev:x -->\n\n    more\n\nEnd\n',
  'an unclosed fence': '# Title\n\nText before.\n\n```js\nlet open = true;\n\n# not a heading\n',
  'only an unclosed fence': '```\ncode to the end',
  'an unclosed fence in a list': '- a\n- ```\n  code',
  'an unclosed fence in a quote': 'Text\n> ~~~\n> code\n',
  'front matter': '---\ntitle: The plan\ntags: [a, b]\n---\n\n# Title\n\nText.\n',
  'front matter alone': '---\ntitle: x\n---',
  'front matter that is none': '---\ntitle: x\n\nText\n',
  'rules that look like front matter': 'Text\n\n---\n\nMore\n\n---\n\nEnd\n',
  math: 'Euler: $e^{i\\pi} + 1 = 0$ and $$x$$ for 5$ or 6$.\n\n$$\n\\int_0^1 x\\,dx\n$$\n\nEnd of math.\n',
  'unclosed math': 'Text\n\n$$\nx = 1\n',
  'hard breaks': 'One  \ntwo\\\nthree   \nfour \nfive\\\\\nsix\n',
  CRLF: '# Title\r\n\r\nOne line\r\nand two  \r\nbroken\r\n\r\n- a\r\n- b\r\n\r\n```\r\ncode\r\n```\r\n',
  'lone CR': 'One\rtwo\r\rthree\r',
  'mixed line endings': 'One\r\ntwo\n\nthree\rfour\r\n\n- a\r- b',
  'a comment that is never closed, with mixed line endings': '\n<!--\r',
  'a byte order mark': '\uFEFF# Title\n\nText *here*.\n',
  'a byte order mark and front matter': '\uFEFF---\r\na: 1\r\n---\r\nText\r\n',
  'non-BMP text': 'Family 👨‍👩‍👧‍👦 flag 🇩🇪🇫🇷 cafe\u0301 한글 中文 **𝒳**𝒴 e\u0301\u0302 end\n',
  footnotes:
    'A claim[^1] and [^long note] and[^b].\n\n[^1]: The source.\n    Goes on.\n\n    Second paragraph.\n\n[^b]: Other *source*.\nlazy line\n',
  'HTML blocks':
    'Text\n\n<div align="center">\n  <b>not *Markdown*</b>\n</div>\n\n<details>\n<summary>More</summary>\n\nInside **it**.\n\n</details>\n\n<script>\nlet a = "<!-- mdrev:x -->";\n\n</script>\n\n<!-- a comment\n\nwith a gap -->\n\nEnd\n',
  'inline HTML':
    'A <kbd title="<!-- mdrev:x -->">Ctrl</kbd>+<b>C</b><br>next <!-- note --> word <a\nhref="x">link</a>.\n',
  'an unclosed comment': 'Text\n\n<!-- never closed\n\nmore\n',
  'an unclosed script at the start': '<script>\nlet a;\n\n',
  'an open HTML block at the end': 'Text\n\n<div>\nno blank line after',
  'entities and escapes': 'A &amp; B &copy; &#x1F600; &notanentity; \\& \\<b> \\[x\\] 1\\. a&lt;b\n',
  'definitions at the end': 'A [link] here.\n\n[link]: /url "never\nclosed"',
  'an unfinished definition': 'A [link].\n\n[link]:\n',
  'white space': '\n\n   \n  Text with  two   spaces \n\t\n\ttab code\n\n \n',
  'white space alone': ' \n\t\n',
  'a setext heading at the end': 'Text\nTitle\n===',
  'a table at the end': '| a |\n|---|\n| b |',
  'control characters': 'A\u0000B \u000Bx\u000C y\u2028z\u2029 \u00A0 \uFEFF end\n',
};
