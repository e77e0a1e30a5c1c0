import { decodedText, withoutComments } from './images.ts';

/** An element of a drawing, or a rule of its style sheet, by what it costs to draw and what it refers to. */
export type Part = { cost: number; uses: string[] };
export type Attributes = ReadonlyMap<string, string>;
type Opening = { name: string; attributes: Attributes; isEmpty: boolean };

/**
 * The elements of a drawing in the order in which they open and close, each character looked at once.
 * @throws Error for what is no element: whoever draws it might see something else in it than we do
 */
export function* elementsOf(svg: string): Generator<Opening | 'closing' | { text: string }> {
  const source = withoutComments(svg);
  if (source === null) throw new Error('a comment never ends');
  const tag = /<(\/?)([^\s"'<>/=]+)((?:\s+[^\s"'<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
  let from = 0;
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', from)) {
    if (at > from) yield { text: source.slice(from, at) };
    const aside = source.startsWith('<![CDATA[', at) ? ']]>' : source.startsWith('<?', at) ? '?>' : null;
    if (aside) {
      const end = source.indexOf(aside, at);
      if (end < 0) throw new Error('a part never ends');
      if (aside === ']]>') yield { text: source.slice(at + 9, end) };
      from = end + aside.length;
      continue;
    }
    tag.lastIndex = at;
    const [whole, closing, name = '', attributes = '', empty] = tag.exec(source) ?? [];
    if (whole === undefined) throw new Error('something is no element');
    from = at + whole.length;
    if (closing) yield 'closing';
    else yield { name: localName(name), attributes: attributesOf(attributes), isEmpty: empty === '/' };
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function attributesOf(text: string): Attributes {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(/\s+([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found.set(localName(name), decodedText(double ?? single ?? ''));
  return found;
}

/** A filter, mask, gradient or clipping works on every pixel. */
const costOfEffect = 500;
/** See-through parts are drawn on a sheet of their own. */
const costOfLayer = 50;

/** The filters that take about as long as a few blurs, whatever their numbers are. */
const filterSteps: Readonly<Record<string, number>> = {
  feBlend: 500,
  feColorMatrix: 500,
  feComponentTransfer: 500,
  feComposite: 500,
  feDropShadow: 2500,
  feFlood: 500,
  feFuncA: 0,
  feFuncB: 0,
  feFuncG: 0,
  feFuncR: 0,
  feGaussianBlur: 2500,
  feMerge: 500,
  feMergeNode: 100,
  feOffset: 500,
};

/** Drawn as often as their numbers say, on as large a sheet: no drawing of a logo needs them. */
const unbounded = new Set(['pattern', 'marker']);

/** @throws Error for what could take any time or memory */
function ownCost({ name, attributes }: Opening): number {
  if (unbounded.has(name)) throw new Error(`a drawing has a ${name}`);
  if (/^fe[A-Z]/.test(name)) {
    const step = Object.hasOwn(filterSteps, name) ? filterSteps[name] : undefined;
    if (step === undefined) throw new Error('a drawing has a filter that may take for ever');
    return step;
  }
  const declared = [...attributes].map(([key, value]) => (key === 'style' ? value : `${key}:${value}`)).join(';');
  const picture = name === 'image' ? costOfEffect : 0;
  return 1 + picture + declaredCost(declared) + Math.floor(declared.length / 200);
}

function declaredCost(declared: string): number {
  const count = (pattern: RegExp) => declared.match(pattern)?.length ?? 0;
  return (
    costOfEffect * count(/(?<![\w-])(?:(?:filter|mask|clip-path)\s*:|(?:fill|stroke)\s*:\s*url\()/g) +
    costOfLayer * count(/(?<![\w-])(?:opacity|mix-blend-mode|isolation)\s*:/g)
  );
}

const referencesIn = (text: string): string[] =>
  [...text.matchAll(/url\(\s*(?:["']\s*)?#([^"')\s]+)/g)].map(([, id]) => id ?? '');

const isOpening = (part: Opening | 'closing' | { text: string }): part is Opening =>
  typeof part === 'object' && 'name' in part;

/** What the rules of style sheets add to the elements of a class, and to all. */
function rulesOf(css: string): { all: Part; byClass: Map<string, Part> } {
  const byClass = new Map<string, Part>();
  const all: Part = { cost: 0, uses: [] };
  for (const rule of css.split('}')) {
    const brace = rule.indexOf('{');
    const body = rule.slice(brace + 1);
    const [cost, uses] = [declaredCost(body), referencesIn(body)];
    if (brace < 0 || (cost === 0 && uses.length === 0)) continue;
    for (const selector of rule.slice(0, brace).split(',')) {
      const name = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
      const part = name === undefined ? all : (byClass.get(name) ?? { cost: 0, uses: [] });
      part.cost += cost;
      part.uses.push(...uses);
      if (name !== undefined) byClass.set(name, part);
    }
  }
  return { all, byClass };
}

const deepest = 200;

/**
 * Every element with an id, with what stands in it and what it refers to.
 * @throws Error for more than `mostUses` references, or what `elementsOf` and `ownCost` refuse
 */
export function partsOf(svg: string, mostUses: number): { all: Part; byId: Map<string, Part> } {
  let css = '';
  let isStyle = false;
  for (const each of elementsOf(svg)) {
    if (isOpening(each)) isStyle = each.name === 'style' && !each.isEmpty;
    else if (each === 'closing') isStyle = false;
    else if (isStyle) css += decodedText(each.text);
  }
  const rules = rulesOf(css);
  const byId = new Map<string, Part>();
  const all: Part = { cost: 0, uses: [] };
  const open: Part[][] = [];
  for (const each of elementsOf(svg)) {
    if (each === 'closing') open.pop();
    if (!isOpening(each)) continue;
    const { attributes } = each;
    const around = open.at(-1) ?? [all];
    const href = attributes.get('href')?.trim() ?? '';
    const classes = (attributes.get('class') ?? '').split(/\s+/).flatMap((name) => rules.byClass.get(name) ?? []);
    const styled = [rules.all, ...classes];
    const uses = [
      ...(href.startsWith('#') ? [href.slice(1)] : []),
      ...[...attributes.values()].flatMap(referencesIn),
      ...styled.flatMap((part) => part.uses),
    ];
    const cost = ownCost(each) + styled.reduce((sum, part) => sum + part.cost, 0);
    for (const part of around) {
      part.cost += cost;
      part.uses.push(...uses);
    }
    if (all.uses.length > mostUses) throw new Error('a drawing repeats too much');
    const id = attributes.get('id');
    const mine: Part | null = id === undefined ? null : { cost, uses: [...uses] };
    if (id !== undefined && mine) byId.set(id, mine);
    if (!each.isEmpty) open.push(mine ? [...around, mine] : around);
    if (open.length > deepest) throw new Error('a drawing is too deep');
  }
  return { all, byId };
}
