import sax, { type SAXOptions, type SAXParser } from 'sax';

export type XmlHandlers = {
  /** `name` without its namespace prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** Long texts arrive in several parts. */
  text(text: string): void;
  /** Ignored by default; its entities are errors where they are used. */
  doctype?(): void;
};

/** Real workbooks, courses and bank files have twelve levels and twenty attributes. */
const maxDepth = 40;
const maxAttributes = 100;
/** Characters that XML 1.0 excludes, also as a numeric entity. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the standard excludes control characters
const excluded = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;

/** Not XML, nested deeper, or with more attributes, than real files. */
export class XmlError extends Error {}

/** The types of the library lack `strictEntities`: no entities of HTML. */
const options: SAXOptions & { strictEntities: true } = { position: true, strictEntities: true };

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * A streaming parser for uploaded XML. It throws at the first error and before it fills the memory: the library limits
 * markup to 64 KB, which needs `position`.
 * @throws XmlError
 */
export function xmlParser(handlers: XmlHandlers): SAXParser {
  const parser = sax.parser(true, options);
  let depth = 0;
  let attributes = 0;
  let isClosed = false;
  const checked = (part: string): string => {
    if (excluded.test(part)) throw new XmlError('a character that XML excludes');
    return part;
  };
  const text = (part: string) => handlers.text(checked(part));
  parser.onerror = ({ message }) => {
    throw new XmlError(message);
  };
  parser.onattribute = ({ value }) => {
    checked(value);
    attributes += 1;
    if (attributes > maxAttributes) throw new XmlError('too many attributes');
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    depth += 1;
    if (isClosed) throw new XmlError('a second root element');
    if (depth > maxDepth) throw new XmlError('nested too deeply');
    handlers.open(localName(tag.name), tag.attributes as Record<string, string>);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    isClosed = depth === 0;
    handlers.close(localName(name));
  };
  parser.ontext = text;
  parser.oncdata = text;
  parser.ondoctype = () => handlers.doctype?.();
  return parser;
}
