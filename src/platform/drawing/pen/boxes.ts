/** A paper as boxes in boxes, each with its look and with what it is for whoever has the paper read out. */
import { Buffer } from 'node:buffer';
import type { Part } from '../structure.ts';
import { partName } from '../structure.ts';
import { flat, isElement, type Tree, type TreeElement } from '../tree.ts';
import { type Look, lookOf, type Type } from './looks.ts';
import { notOurs } from './not-ours.ts';
import { Outline, type OutlineElement } from './outline.ts';
import { type Picture, pictureOf } from './picture.ts';
import { type Drawing, drawingOf } from './strokes.ts';
import type { Line } from './words.ts';

export type Box = {
  look: Look;
  /** On every page of the paper. */
  isFixed: boolean;
  mayBreak: boolean;
  kids: Box[];
  text: string | null;
  picture: Picture | null;
  drawing: Drawing | null;
  /** What it is read out as; null: it is decoration. */
  element: OutlineElement | null;
  /** Of a text; `isCut`: those that are left of it for this page. */
  lines: Line[] | null;
  isCut: boolean;
  /** From the upper left corner of what is around. */
  left: number;
  top: number;
  width: number;
  height: number;
};

export type Paper = {
  said: { title: string; author: string; subject: string; language: string };
  page: Box;
  outline: Outline;
};

export const pageSize = { width: 595.28, height: 841.89 };

type Walk = { outline: Outline; alts: string[] };
/** `own`: the part whose only text this is. */
type Around = { look: Type; element: OutlineElement | null; own: boolean };

/** @throws NotOurs when something in it is not drawn by our pen */
export function paperOf(tree: Tree, figures: readonly string[]): Paper {
  const [document, ...others] = flat(tree);
  if (others.length > 0 || !isElement(document) || document.is !== 'DOCUMENT') return notOurs('no document');
  const { title, author, subject, language, pdfVersion: _, ...rest } = document.props as Record<string, unknown>;
  refuseOthers(rest);
  const [page, ...more] = flat(document.children);
  if (more.length > 0 || !isElement(page) || page.is !== 'PAGE') return notOurs('several kinds of pages');
  const { size, style, ...unknown } = page.props as Record<string, unknown>;
  refuseOthers(unknown);
  if (size !== 'A4') notOurs('another size of pages');
  const outline = new Outline();
  const look = lookOf(style);
  const walk: Walk = { outline, alts: [...figures] };
  const kids = boxesOf(page.children, { look, element: outline.whole, own: false }, walk);
  return {
    said: { title: said(title), author: said(author), subject: said(subject), language: said(language) },
    page: { ...empty, look, kids },
    outline,
  };
}

const said = (value: unknown): string => (typeof value === 'string' ? value : '');
function refuseOthers(rest: object): void {
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) notOurs(`the property ${name}`);
}

const empty = {
  isFixed: false,
  mayBreak: true,
  kids: [] as Box[],
  text: null,
  picture: null,
  drawing: null,
  element: null,
  lines: null,
  isCut: false,
  left: 0,
  top: 0,
  width: 0,
  height: 0,
} satisfies Partial<Box>;

function boxesOf(tree: Tree, around: Around, walk: Walk): Box[] {
  return flat(tree).flatMap((node) => (isElement(node) ? boxesOfElement(node, around, walk) : notOurs('a text alone')));
}

type PartProps = { as: Part['role']; scope?: 'Row' | 'Column'; name?: string; within?: string };

function boxesOfElement(node: TreeElement, around: Around, walk: Walk): Box[] {
  if (node.is === partName) {
    const { as, scope = null, name, within } = node.props as PartProps;
    const parent = within === undefined ? around.element : walk.outline.named(within);
    const element = as === 'Artifact' || !parent ? null : walk.outline.part(as, parent, scope, name);
    const inside = flat(node.children);
    const own = inside.length === 1 && isElement(inside[0]) && inside[0].is === 'TEXT';
    return boxesOf(node.children, { look: around.look, element, own }, walk);
  }
  const { style, fixed = false, wrap = true, ...props } = node.props as Record<string, unknown>;
  const look = lookOf(style, around.look);
  const box: Box = { ...empty, look, isFixed: fixed === true, mayBreak: wrap === true, kids: [] };
  if (look.turned !== 0 && node.is !== 'TEXT') notOurs('a turned box');
  if (node.is === 'VIEW') {
    refuseOthers(props);
    box.kids = boxesOf(node.children, { look, element: around.element, own: false }, walk);
  } else if (node.is === 'TEXT') {
    refuseOthers(props);
    box.text = textOf(node.children);
    box.element = around.own || !around.element ? around.element : walk.outline.text(around.element);
  } else if (node.is === 'IMAGE') {
    const { src, ...others } = props;
    refuseOthers(others);
    const { data } = src as { data?: unknown };
    box.picture = typeof data === 'string' ? pictureOf(Buffer.from(data, 'base64')) : notOurs('a picture elsewhere');
    if (!look.width || !look.height) notOurs('a picture of its own size');
    const alt = walk.alts.shift();
    box.element = alt === undefined || !around.element ? null : walk.outline.figure(around.element, alt);
    box.mayBreak = false;
  } else if (node.is === 'SVG') {
    box.drawing = drawingOf(node, refuseOthers);
    look.width ??= { points: box.drawing.width };
    look.height ??= { points: box.drawing.height };
    box.mayBreak = false;
  } else notOurs(node.is);
  return [box];
}

const textOf = (tree: Tree): string =>
  flat(tree)
    .map((piece) => (typeof piece === 'object' ? notOurs('a text in a text') : String(piece)))
    .join('');
