/** A table as horizontal bars, in SVG that is light or dark as the reader's system is. Pure. */
import { columnsOf } from './ratios.ts';
import type { Table } from './record.ts';

const width = 600;
const rowHeight = 44;
const top = 40;
const margin = 12;
/** For the figure behind the longest bar. */
const figureWidth = 90;
/** With more bars a plot cannot be read. */
const mostBars = 12;
const mostLetters = 78;

interface Bar {
  label: string;
  value: number;
  p95: number | null;
}

/** `null` for a table that has nothing to compare. */
export function drawPlot(table: Table): { svg: string; heading: string } | null {
  const { label, value } = columnsOf(table);
  if (value === null || table.rows.length < 2 || table.rows.length > mostBars) return null;
  const bars = table.rows.map((row) => ({
    label: String(row[label]),
    value: Number(row[value]),
    p95: value === 'p50' && typeof row.p95 === 'number' ? row.p95 : null,
  }));
  const largest = Math.max(...bars.map((bar) => bar.p95 ?? bar.value));
  if (!(largest > 0) || bars.some((bar) => bar.value < 0)) return null;
  const heading = `${value}: ${table.title}`;
  const alt = `${heading}. ${bars.map((bar) => `${bar.label}: ${show(bar.value)}`).join('; ')}.`;
  return { svg: drawSvg(heading, alt, bars, largest), heading };
}

function drawSvg(heading: string, alt: string, bars: readonly Bar[], largest: number): string {
  const height = top + bars.length * rowHeight + margin;
  const hasP95 = bars.some(({ p95 }) => p95 !== null);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t d">
<title id="t">${escapeXml(heading)}</title>
<desc id="d">${escapeXml(alt)}</desc>
<style>
svg { background: #ffffff; font: 13px system-ui, sans-serif; }
text { fill: #1f2328; }
.head { font-weight: 600; }
.bar { fill: #0969da; }
.p95 { stroke: #59636e; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117; }
text { fill: #f0f6fc; }
.bar { fill: #4493f8; }
.p95 { stroke: #9198a1; }
}
</style>
<text class="head" x="${margin}" y="22">${escapeXml(shorten(hasP95 ? `${heading} (line: p95)` : heading))}</text>
${bars.map((bar, index) => drawBar(bar, top + index * rowHeight, largest)).join('\n')}
</svg>
`;
}

function drawBar({ label, value, p95 }: Bar, y: number, largest: number): string {
  const scale = (width - 2 * margin - figureWidth) / largest;
  const end = margin + Math.max(value * scale, 1);
  const tail = p95 === null ? end : Math.max(end, margin + p95 * scale);
  const middle = y + 27;
  return [
    `<text x="${margin}" y="${y + 13}">${escapeXml(shorten(label))}</text>`,
    `<rect class="bar" x="${margin}" y="${y + 19}" width="${fixed(end - margin)}" height="16" rx="2"/>`,
    ...(tail > end
      ? [`<line class="p95" x1="${fixed(end)}" y1="${middle}" x2="${fixed(tail)}" y2="${middle}"/>`]
      : []),
    `<text x="${fixed(tail + 6)}" y="${y + 32}">${show(value)}</text>`,
  ].join('\n');
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function show(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

function shorten(text: string): string {
  return text.length <= mostLetters ? text : `${text.slice(0, mostLetters - 1)}…`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
