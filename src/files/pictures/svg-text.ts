import { OwnError } from '#src/kernel/assert.ts';

/** Refusal reasons with their log message. */
const reasons = {
  encoding: 'a drawing is written in an encoding that it does not name',
  entities: 'a drawing has entities that are more than short texts',
  foreign: 'a drawing names its own parts alone',
  malformed: 'a drawing is no well-formed XML',
  slow: 'a drawing takes too long',
  large: 'a drawing takes too much memory',
} as const;
export type SvgRefusalReason = keyof typeof reasons;

export class SvgRefusal extends OwnError {
  override readonly name = 'SvgRefusal';
  constructor(readonly reason: SvgRefusalReason) {
    super(reasons[reason]);
  }
}

/** Parses `SvgRefusal: …` of the child process; null for anything else. */
export function svgRefusalIn(written: string): SvgRefusal | null {
  const reason = (Object.keys(reasons) as SvgRefusalReason[]).find((each) => written.includes(reasons[each]));
  return reason ? new SvgRefusal(reason) : null;
}

const declaration = /^<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.-]{1,40})["'][^>]{0,200}\?>/;

/** Decodes XML by its byte order mark, its declaration, or as UTF-8. @throws SvgRefusal */
export function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 500));
  const declared = declaration.exec(head)?.[1] ?? 'utf-8';
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  // A declared UTF-16 that reads as single bytes is wrong.
  const ofBytes = /^(?:utf-16|ucs-2|iso-10646)/i.test(declared) ? 'utf-8' : declared;
  try {
    return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : ofBytes, { fatal: true }).decode(bytes);
  } catch {
    throw new SvgRefusal('encoding');
  }
}

const namePattern = '[A-Za-z_:][\\w:.-]{0,99}';
const entityShape = new RegExp(`<!ENTITY\\s+(${namePattern})\\s+(?:"([^"]*)"|'([^']*)')\\s*>`, 'y');
const otherDeclaration = /<!(?:ELEMENT|ATTLIST|NOTATION)\b(?:[^"'>]|"[^"]*"|'[^']*')*>/y;
const spaceOrComment = /\s+|<!--(?:[^-]|-(?!->))*-->|<\?(?:[^?]|\?(?!>))*\?>/y;
const doctypeHead = /<!DOCTYPE\b(?:[^"'[>]|"[^"]*"|'[^']*')*/iy;
/** Entities may hold text, but no markup and no other entity. */
const plainValue = /^(?:[^<&%]|&(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});|%(?![\w:.-]+;))*$/;
const longestEntity = 1000;
const maxEntities = 200;
/** The maximum number of characters that entities may add. */
const maxExpansion = 200_000;

/**
 * Removes the document type. Drawing programs declare namespaces as entities (`<!ENTITY ns_svg "http://www.w3.org/2000/svg">`):
 * short texts are expanded up to a limit; nested entities, markup and files are refused.
 * @throws SvgRefusal
 */
export function withoutDoctype(xml: string): string {
  const reader = new Cursor(xml);
  reader.takeAll(spaceOrComment);
  const prolog = xml.slice(0, reader.at);
  if (!reader.take(doctypeHead)) return xml;
  const entities = new Map<string, string>();
  if (xml[reader.at] === '[') {
    reader.at += 1;
    for (;;) {
      reader.takeAll(spaceOrComment);
      if (xml[reader.at] === ']') break;
      const entity = reader.take(entityShape);
      if (!entity && !reader.take(otherDeclaration)) throw new SvgRefusal('entities');
      if (!entity) continue;
      const [, name = '', double, single] = entity;
      const value = double ?? single ?? '';
      const isPlain = value.length <= longestEntity && plainValue.test(value);
      if (!isPlain || entities.size >= maxEntities) throw new SvgRefusal('entities');
      // The first declaration counts (XML 1.0, 4.2).
      if (!entities.has(name)) entities.set(name, value.replaceAll('"', '&quot;').replaceAll("'", '&apos;'));
    }
    reader.at += 1;
    reader.takeAll(spaceOrComment);
  }
  if (xml[reader.at] !== '>') throw new SvgRefusal('malformed');
  return prolog + expanded(xml.slice(reader.at + 1), entities);
}

function expanded(text: string, entities: ReadonlyMap<string, string>): string {
  if (entities.size === 0) return text;
  let added = 0;
  return text.replace(new RegExp(`&(${namePattern});`, 'g'), (named, name: string) => {
    const value = entities.get(name);
    if (value === undefined) return named;
    added += value.length;
    if (added > maxExpansion) throw new SvgRefusal('entities');
    return value;
  });
}

/** A scanner over a text. */
class Cursor {
  at = 0;
  constructor(private readonly text: string) {}

  take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found) this.at = sticky.lastIndex;
    return found;
  }

  takeAll(sticky: RegExp): void {
    while (this.take(sticky));
  }
}
