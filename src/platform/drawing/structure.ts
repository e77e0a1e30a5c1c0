import { createElement, type ReactElement } from 'react';
import { assert, present } from '#src/kernel/assert.ts';
import { flat, isElement, type Tree } from './tree.ts';

/** What a part of a paper is for whoever has it read out (ISO 32000-1, 14.8.4). `Artifact` is decoration. */
export type Role = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Artifact';
/** `scope`: what a head is the head of. `parent`: its place in the list; null: the paper itself. */
export type Part = { role: Role; scope: 'Row' | 'Column' | null; parent: number | null };

/** The name under which a packed tree has a part. */
export const partName = 'PART';

/**
 * Says what `children` are: `<Part as="H1"><Text>…</Text></Part>`. A text that nobody says anything about is a paragraph.
 */
export const Part = (props: PartProps & { children?: unknown }): ReactElement =>
  createElement(partName, props as Record<string, unknown>);
/** `within`: what is drawn elsewhere belongs to the part of this `name`, which comes before. */
type PartProps = { as: Role; scope?: 'Row' | 'Column'; name?: string; within?: string };

/** Beyond every limit of a mitre that a drawing has. */
const firstMark = 100_000;
/** The library draws it as an operator that changes nothing, in front of the text that it is about. */
const markOf = (part: number) => ({
  is: 'CANVAS',
  props: {
    style: { position: 'absolute', width: 1, height: 1 },
    paint: (painter: { miterLimit(limit: number): unknown }) => painter.miterLimit(firstMark + part),
  },
  children: [],
});
/** Which part the operator in this line of a page is the mark of. */
export function markedPart(line: string): number | null {
  const [, limit] = /^(\d{6,}) M$/.exec(line) ?? [];
  return limit === undefined ? null : Number(limit) - firstMark;
}

/** The tree as it is drawn, with a mark before every text, and the parts that the marks name, in reading order. */
export function structured(tree: Tree): { tree: Tree; parts: Part[] } {
  const parts: Part[] = [];
  const named = new Map<string, number>();
  const add = (role: Role, parent: number | null, scope: Part['scope'] = null): number =>
    parts.push({ role, parent, scope }) - 1;
  /** `only`: this one text is all that a part is. */
  const walked = (node: Tree, parent: number | null, only: boolean): Tree => {
    if (Array.isArray(node)) return node.map((each) => walked(each, parent, only));
    if (!isElement(node)) return node;
    if (node.is === partName) {
      const { as, scope = null, name, within } = node.props as PartProps;
      const own = add(
        as,
        within === undefined ? parent : present(named.get(within), 'what is named comes before'),
        scope,
      );
      if (name !== undefined) named.set(name, own);
      const inside = flat(node.children);
      const isText = inside.length === 1 && isElement(inside[0]) && inside[0].is === 'TEXT';
      return walked(node.children, own, isText);
    }
    if (node.is !== 'TEXT') return { ...node, children: walked(node.children, parent, false) };
    assert(parent === null || only || parts[parent]?.role !== 'TR', 'in a row stand cells');
    const isOwn = only || (parent !== null && parts[parent]?.role === 'Artifact');
    return [markOf(isOwn ? (parent as number) : add('P', parent)), node];
  };
  return { tree: walked(tree, null, false), parts };
}
