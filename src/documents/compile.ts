import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { templates } from '#src/gen/templates.ts';
import type { DocumentWork } from './document.ts';
import { withArchiveMetadata } from './factur-x.ts';
import { breakable, printableIn } from './letters.ts';

/** Not there: every file that a template reads is handed over, and nothing of the machine can be read. */
const root = '/startblock-documents';
/** Results of the compiler are forgotten after so many documents that did not use them. */
const maxCacheAge = 3;

type Diagnostic = { path?: string; range?: { start: { line: number; character: number } } | null };

/** A template failed. The error names the place and never a text, which may be data. */
class TemplateError extends Error {
  override readonly name: string;
  constructor(template: string, diagnostics: readonly Diagnostic[]) {
    super('a template cannot be compiled');
    const [{ path = '', range = null } = {}] = diagnostics;
    const place = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
    this.name = `TemplateError ${template} at ${path.replace(root, '')}${place}`;
    this.stack = '';
  }
}

/** Returns a function that compiles one document after the other with the fonts at these paths. */
export function documentCompiler(fonts: readonly string[]): (work: DocumentWork) => Promise<Uint8Array> {
  const compiler = NodeCompiler.create({
    workspace: root,
    fontArgs: [{ fontBlobs: fonts.map((path) => readFileSync(path)) }],
  });
  const printable = printableIn(fonts);
  // A text of pictographs alone is not left out: a heading must say something.
  const shown = (_: string, value: unknown) =>
    typeof value === 'string' ? breakable(printable(value) || (value && '□')) : value;
  for (const [path, text] of Object.entries(templates)) compiler.mapShadow(`${root}/${path}`, Buffer.from(text));

  return async ({ template, data, standard, isTagged, issuedAt, xml, pictures }) => {
    const files: [string, Buffer][] = [
      ['data.json', Buffer.from(JSON.stringify(data, shown))],
      ...Object.entries(pictures).map(([name, bytes]): [string, Buffer] => [name, Buffer.from(bytes, 'base64')]),
      ...(xml === null ? [] : [['factur-x.xml', Buffer.from(xml)] satisfies [string, Buffer]]),
    ];
    for (const [name, bytes] of files) compiler.mapShadow(`${root}/${name}`, bytes);
    try {
      const compiled = compiler.compile({ mainFilePath: `${root}/${template}` });
      if (!compiled.result) {
        const error = compiled.takeDiagnostics();
        throw new TemplateError(template, error ? (compiler.fetchDiagnostics(error) as Diagnostic[]) : []);
      }
      const pdf = toPdf(template, () =>
        compiler.pdf(compiled.result as NonNullable<typeof compiled.result>, {
          ...(isTagged ? { pdfStandard: standard } : { pdfTags: false }),
          ...(issuedAt === null ? {} : { creationTimestamp: Math.floor(issuedAt / 1000) }),
        }),
      );
      return standard === 'a-3a' ? withArchiveMetadata(pdf, xml !== null) : pdf;
    } finally {
      for (const [name] of files) compiler.unmapShadow(`${root}/${name}`);
      compiler.evictCache(maxCacheAge);
      // The library frees memory only when its caller returns to the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** A document that breaks its standard is refused with a message that may hold data. */
function toPdf(template: string, make: () => Buffer): Buffer {
  try {
    return make();
  } catch {
    throw new TemplateError(template, [{ path: 'its standard' }]);
  }
}
