import { astToJSX, type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react';
import { Fragment, type ReactElement, type ReactNode } from 'react';

type Node = MarkdownToJSX.ASTNode;

/**
 * Organizers' Markdown as React elements. No HTML, no external pictures; links lead to web pages, mail, telephone or this site.
 * Line breaks remain. The largest heading becomes `topLevel`, so that no level is skipped.
 */
export function Markdown({ text, topLevel = 3 }: { text: string; topLevel?: 2 | 3 | 4 }): ReactElement {
  const nodes = parser(text, readAs);
  const shift = topLevel - Math.min(6, ...headingLevels(nodes));
  return (
    <div className="prose">{astToJSX(nodes, { ...readAs, overrides, wrapper: null, renderRule: shown(shift) })}</div>
  );
}

/** Links are checked where they are rendered (`linkOf`). */
const readAs = {
  disableParsingRawHTML: true,
  disableFrontmatter: true,
  forceBlock: true,
  sanitizer: (address: string) => address,
};

/** Without the library's inline styles, which the content security policy forbids. */
const overrides = {
  th: ({ children }: { children?: ReactNode }) => <th scope="col">{children}</th>,
  td: ({ children }: { children?: ReactNode }) => <td>{children}</td>,
};

const headingLevels = (nodes: readonly Node[]): number[] =>
  nodes.flatMap((node) => {
    if (node.type === RuleType.heading) return [node.level];
    return node.type === RuleType.blockQuote ? headingLevels(node.children) : [];
  });

const shown =
  (shift: number): NonNullable<MarkdownToJSX.Options['renderRule']> =>
  (byLibrary, node, render, state) => {
    const { key } = state;
    switch (node.type) {
      case RuleType.heading: {
        if (node.children.length === 0) return null;
        const Tag = `h${Math.min(6, Math.max(2, node.level + shift))}` as 'h3';
        return <Tag key={key}>{render(node.children, state)}</Tag>;
      }
      case RuleType.blockQuote:
        return <blockquote key={key}>{render(node.children, state)}</blockquote>;
      case RuleType.text:
        return <Fragment key={key}>{linesOf(node.text)}</Fragment>;
      case RuleType.link:
        return linkOf(key, node.target, render(node.children, state));
      case RuleType.image:
        return <Fragment key={key}>{node.alt}</Fragment>;
      case RuleType.gfmTask:
        return <Fragment key={key}>{node.completed ? '☑' : '☐'}</Fragment>;
      case RuleType.footnoteReference:
        return <Fragment key={key}>{`[${node.text}]`}</Fragment>;
      case RuleType.htmlBlock:
      case RuleType.htmlSelfClosing:
      case RuleType.htmlComment:
      case RuleType.frontmatter:
      case RuleType.refCollection:
        return null;
      default:
        return byLibrary();
    }
  };

const linesOf = (text: string): ReactNode[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line.trimStart()]));

const safeTarget = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i;

function linkOf(key: string | number | undefined, target: string | null, label: ReactNode): ReactNode {
  if (target === null || !safeTarget.test(target)) return <span key={key}>{label}</span>;
  return (
    <a key={key} href={target} rel="noopener">
      {label}
    </a>
  );
}

/** Plain text cut at a word, for descriptions. */
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
