import type { ReactElement, ReactNode } from 'react';

/**
 * The Markdown that organizers write, as React elements: headings, lists, quotes, emphasis, links. Nothing in it can
 * become HTML, since React escapes every text, and links lead to web pages, mailboxes, telephones or this site alone.
 * The largest heading that is used becomes one of `topLevel`, so that no level of the page is skipped.
 */
export function Markdown({ text, topLevel = 3 }: { text: string; topLevel?: 2 | 3 | 4 }): ReactElement {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const largest = Math.min(6, ...lines.map((line) => headingShape.exec(line)?.[1]?.length ?? 6));
  return <div className="prose">{blocksOf(lines, topLevel - largest)}</div>;
}

const headingShape = /^(#{1,6})\s+(\S.*)$/;
/** Without the marks that may close it. */
function headingText(line: string): string {
  let end = line.length;
  while (line[end - 1] === '#') end -= 1;
  return line.slice(0, end).trim() || line;
}

const bulletShape = /^\s{0,3}[-*+]\s+(.*)$/;
const numberShape = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/;
const quoteShape = /^>\s?(.*)$/;
const ruleShape = /^\s{0,3}([-*_])(\s*\1){2,}\s*$/;

const startsBlock = (line: string): boolean =>
  line.trim() === '' ||
  [headingShape, bulletShape, numberShape, quoteShape, ruleShape].some((shape) => shape.test(line));

/** Quotes deeper than these are plain text, for nobody means them. */
const deepestQuote = 3;

function blocksOf(lines: readonly string[], shift: number, depth = 0): ReactNode[] {
  const blocks: ReactNode[] = [];
  let at = 0;
  /** The lines from here on that have this shape, without their marks. */
  const take = (shape: RegExp): string[] => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined; line = lines[++at]) {
      const match = shape.exec(line);
      if (match) taken.push(match[1] ?? '');
      else if (taken.length > 0 && !startsBlock(line)) taken[taken.length - 1] += `\n${line.trim()}`;
      else break;
    }
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const key = at;
    const heading = headingShape.exec(line);
    if (line.trim() === '') at++;
    else if (heading) {
      const Tag = `h${Math.min(6, Math.max(2, (heading[1] ?? '').length + shift))}` as 'h3';
      blocks.push(<Tag key={key}>{inlineOf(headingText((heading[2] ?? '').trimEnd()))}</Tag>);
      at++;
    } else if (ruleShape.test(line)) {
      blocks.push(<hr key={key} />);
      at++;
    } else if (bulletShape.test(line)) blocks.push(<ul key={key}>{itemsOf(take(bulletShape))}</ul>);
    else if (numberShape.test(line)) blocks.push(<ol key={key}>{itemsOf(take(numberShape))}</ol>);
    else if (quoteShape.test(line)) {
      const quoted = take(quoteShape);
      const inner = depth < deepestQuote ? blocksOf(quoted, shift, depth + 1) : <p>{inlineOf(quoted.join('\n'))}</p>;
      blocks.push(<blockquote key={key}>{inner}</blockquote>);
    } else {
      const paragraph = [line];
      for (at++; at < lines.length && !startsBlock(lines[at] ?? ''); at++) paragraph.push(lines[at] ?? '');
      blocks.push(<p key={key}>{inlineOf(paragraph.join('\n'))}</p>);
    }
  }
  return blocks;
}

const itemsOf = (items: readonly string[]): ReactNode[] =>
  items.map((item, index) => <li key={index}>{inlineOf(item)}</li>);

/**
 * Backslash, strong, emphasis, link, bare address, end of line; the first that fits wins. Nothing here may look far ahead
 * from every place: a description of 100,000 brackets would keep every visitor waiting.
 */
const inlineShape =
  /\\([\\`*_{}[\]()#+.!>-])|\*\*(?=\S)([^\n]{1,1000}?)(?<=\S)\*\*|(?<![A-Za-z0-9])\*(?=\S)([^*\n]+?)(?<=\S)\*|(?<![A-Za-z0-9])_(?=\S)([^_\n]+?)(?<=\S)_(?![A-Za-z0-9])|\[([^[\]\n]{1,300})\]\(([^()\s]{1,1000})\)|(https?:\/\/[^\s<>()]*[^\s<>().,;:!?])|\n/;

function inlineOf(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let rest = text;
  for (let match = inlineShape.exec(rest); match; match = inlineShape.exec(rest)) {
    if (match.index > 0) parts.push(rest.slice(0, match.index));
    const [whole, escaped, strong, starred, lined, label, target, address] = match;
    const key = parts.length;
    const emphasis = starred ?? lined;
    if (escaped !== undefined) parts.push(escaped);
    else if (strong !== undefined) parts.push(<strong key={key}>{inlineOf(strong)}</strong>);
    else if (emphasis !== undefined) parts.push(<em key={key}>{inlineOf(emphasis)}</em>);
    else if (label !== undefined) parts.push(linkOf(key, target ?? '', inlineOf(label)));
    else if (address !== undefined) parts.push(linkOf(key, address, [address]));
    else parts.push(<br key={key} />);
    rest = rest.slice(match.index + whole.length);
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

const safeTarget = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i;

function linkOf(key: number, target: string, label: ReactNode[]): ReactNode {
  if (!safeTarget.test(target)) return <span key={key}>{label}</span>;
  return (
    <a key={key} href={target} rel="noopener">
      {label}
    </a>
  );
}

/** The same text without marks, cut at a word, for descriptions in search results and shared links. */
export function plainText(markdown: string, most = 200): string {
  const plain = markdown
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^\s{0,3}(#{1,6}|[-*+]|>|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|[*_`])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}
