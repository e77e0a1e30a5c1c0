import { createElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { assert } from '#src/kernel/assert.ts';

/** A tree of elements as JSON, so that another process can draw it: names of elements, plain props, finished texts. */
export type Tree = string | number | Tree[] | TreeElement;
export type TreeElement = { is: string; props: Record<string, unknown>; children: Tree };

/**
 * Runs the components (plain functions without hooks) and leaves what they are made of. `shown` is what becomes of every
 * text.
 */
export function packed(node: ReactNode, shown: (text: string) => string = (text) => text): Tree {
  if (typeof node === 'string') return shown(node);
  if (typeof node === 'number') return node;
  if (Array.isArray(node)) return node.map((each) => packed(each, shown));
  if (!isValidElement<Record<string, unknown> & { children?: ReactNode }>(node)) return [];
  const { type, props } = node;
  if (typeof type === 'function') return packed((type as (props: unknown) => ReactNode)(props), shown);
  const { children, ...others } = props;
  const inside = packed(children, shown);
  return typeof type === 'string' ? { is: type, props: others, children: inside } : inside;
}

/** The element that was packed. */
export function unpacked(tree: Tree): ReactElement {
  const [root] = flat(tree);
  assert(typeof root === 'object', 'what is drawn is one element');
  return elementOf(root);
}

const elementOf = ({ is, props, children }: TreeElement): ReactElement =>
  createElement(is, props, ...flat(children).map((each) => (typeof each === 'object' ? elementOf(each) : each)));

const flat = (tree: Tree): Exclude<Tree, Tree[]>[] => (Array.isArray(tree) ? tree.flatMap(flat) : [tree]);
