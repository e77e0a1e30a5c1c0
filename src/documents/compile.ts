import { Buffer } from 'node:buffer';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { templates } from '#src/gen/templates.ts';
import type { DocumentWork, PictureWork } from './document.ts';
import { withArchiveMetadata } from './factur-x.ts';
import type { FontPaths, ScriptFont } from './font-files.ts';
import { breakable, missingSign, printing, readFont } from './letters.ts';

/** A virtual root: templates read only files that are handed over. */
const root = '/startblock-documents';
/** The compiler evicts results unused by this many documents. */
const maxCacheAge = 3;
const pictureWidth = 1200;

type Diagnostic = { path?: string; range?: { start: { line: number; character: number } } | null };

/** Names the place in the template and no text, which may be data. */
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

function compilerWith({ regular, bold, scripts }: FontPaths, loaded: ReadonlySet<ScriptFont>): NodeCompiler {
  const paths = [regular, bold, ...[...loaded].flatMap((font) => scripts[font])];
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs: paths.map(readFont) }] });
  for (const [path, text] of Object.entries(templates)) compiler.mapShadow(`${root}/${path}`, Buffer.from(text));
  return compiler;
}

/** `note` gets the code points that no font has. */
export type Compile = (
  work: DocumentWork | PictureWork,
  note?: (missing: readonly number[]) => void,
) => Promise<Uint8Array>;

/** Compiles documents one after the other. Fonts besides Inter are loaded on demand. */
export function documentCompiler(paths: FontPaths): Compile {
  const loaded = new Set<ScriptFont>();
  let compiler = compilerWith(paths, loaded);
  const begin = printing(paths);

  return async (work, note) => {
    const { template, data, pictures } = work;
    const xml = work.kind === 'document' ? work.xml : null;
    const { print, fonts, missing } = begin();
    // A text of pictographs only is not left out, because a heading must not be empty.
    const shown = (_: string, value: unknown) =>
      typeof value === 'string' ? breakable(print(value) || (value && missingSign)) : value;
    const record = JSON.stringify(data, shown);
    if (missing().length > 0) note?.(missing());
    if (fonts().some((font) => !loaded.has(font))) {
      for (const font of fonts()) loaded.add(font);
      compiler = compilerWith(paths, loaded);
    }
    const files: [string, Buffer][] = [
      ['data.json', Buffer.from(record)],
      ['fonts.json', Buffer.from(JSON.stringify(['Inter', ...fonts()]))],
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
      const { result } = compiled;
      if (work.kind === 'picture') return await toPng(compiler.plainSvg(result));
      const { standard, isTagged, issuedAt } = work;
      const pdf = toPdf(template, () =>
        compiler.pdf(result, {
          ...(isTagged ? { pdfStandard: standard } : { pdfTags: false }),
          ...(issuedAt === null ? {} : { creationTimestamp: Math.floor(issuedAt / 1000) }),
        }),
      );
      return standard === 'a-3a' ? withArchiveMetadata(pdf, xml !== null) : pdf;
    } finally {
      for (const [name] of files) compiler.unmapShadow(`${root}/${name}`);
      compiler.evictCache(maxCacheAge);
      // The library frees memory only on the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** Errors of the standard may quote data, so their message is dropped. */
function toPdf(template: string, make: () => Buffer): Buffer {
  try {
    return make();
  } catch {
    throw new TemplateError(template, [{ path: 'its standard' }]);
  }
}

/** Letters are shapes already, so no font is needed. */
async function toPng(svg: string): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const fitTo = { mode: 'width', value: pictureWidth } as const;
  return (await renderAsync(svg, { font: { loadSystemFonts: false }, fitTo })).asPng();
}
