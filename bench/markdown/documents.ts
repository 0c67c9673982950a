/** Creates documents of a given size with common Markdown elements. The same size gives the same text. */

export interface Document {
  readonly name: string;
  readonly text: string;
}

export const documents: readonly Document[] = [
  { name: '50 KB', text: documentOf(50_000) },
  { name: '1 MB', text: documentOf(1_000_000) },
];

export const largestDocument: Document = { name: '5 MB', text: documentOf(5_000_000) };

function documentOf(length: number): string {
  const sections: string[] = ['# The long way round\n'];
  for (let size = 0, n = 1; size < length; n++) {
    const section = sectionOf(n);
    sections.push(section);
    size += section.length + 1;
  }
  return sections.join('\n');
}

function sectionOf(n: number): string {
  return `## Stage ${n}: to mile ${n * 13}

On day ${n} the **party of ${(n % 7) + 2}** walks to the [river](#stage-${n + 1}) and _back again_, because the road along mile ${n * 13} is \`closed-${n}\` until further notice. Nobody minds: ${n * 31} people did the same the year before, and said so.

- water for ${n} days, and a little more
- the **map** of sheet ${n * 3}
  - folded twice

${n % 4 === 0 ? `| mile | height |\n| ---: | ------ |\n| ${n * 13} | ${n * 9} m |\n| ${n * 13 + 1} | ${n * 9 + 4} m |\n` : `> “Stage ${n} is the one that people remember.”\n`}
${n % 5 === 0 ? `\`\`\`ts\nconst stage${n} = { from: ${n * 13}, to: ${n * 13 + 13} };\n\`\`\`\n` : ''}`;
}
