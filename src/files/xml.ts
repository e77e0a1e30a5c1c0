import sax, { type SAXParser } from 'sax';

export type XmlHandlers = {
  /** `name` without its namespace prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
  /** Ignored by default; its entities are errors where they are used. */
  doctype?(): void;
};

/** Real workbooks and courses have ten levels and twenty attributes. */
const maxDepth = 40;
const maxAttributes = 100;

/** Nested deeper, or with more attributes, than real files. */
export class XmlTooComplex extends Error {}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A parser for uploaded XML, which throws at the first error and before it fills the memory. */
export function xmlParser(handlers: XmlHandlers): SAXParser {
  const parser = sax.parser(true, { xmlns: false, trim: false, normalize: false, position: false });
  let depth = 0;
  let attributes = 0;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > maxAttributes) throw new XmlTooComplex('too many attributes');
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    depth += 1;
    if (depth > maxDepth) throw new XmlTooComplex('nested too deeply');
    handlers.open(localName(tag.name), tag.attributes as Record<string, string>);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    handlers.close(localName(name));
  };
  parser.ontext = handlers.text;
  parser.oncdata = handlers.text;
  parser.ondoctype = () => handlers.doctype?.();
  return parser;
}
