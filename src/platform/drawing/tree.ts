import { Buffer } from 'node:buffer';
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
  return typeof type === 'string' ? { is: type, props: written(others), children: inside } : inside;
}

/** The bytes of a picture would be a list of numbers. */
function written({ src, ...others }: Record<string, unknown>): Record<string, unknown> {
  if (src === undefined) return others;
  const { data } = src as { data?: unknown };
  return {
    ...others,
    src: data instanceof Uint8Array ? { ...(src as object), data: Buffer.from(data).toString('base64') } : src,
  };
}

/** The element that was packed. */
export function unpacked(tree: Tree): ReactElement {
  const [root] = flat(tree);
  assert(typeof root === 'object', 'what is drawn is one element');
  return elementOf(root);
}

function elementOf({ is, props, children }: TreeElement): ReactElement {
  const { src } = props as { src?: { data?: unknown } };
  const read =
    typeof src?.data === 'string' ? { ...props, src: { ...src, data: Buffer.from(src.data, 'base64') } } : props;
  return createElement(is, read, ...flat(children).map((each) => (typeof each === 'object' ? elementOf(each) : each)));
}

export const flat = (tree: Tree): Exclude<Tree, Tree[]>[] => (Array.isArray(tree) ? tree.flatMap(flat) : [tree]);

export const isElement = (tree: Tree | undefined): tree is TreeElement => typeof tree === 'object' && 'is' in tree;
