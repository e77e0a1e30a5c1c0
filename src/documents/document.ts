import { Buffer } from 'node:buffer';
import { create as contentDisposition } from 'content-disposition';
import type { TemplateName } from '#src/gen/templates.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import { drawn } from './drawn.ts';
import type { PdfFonts } from './font-files.ts';

/** `language` is the page's: `de` or `en-US`. */
export type DocumentData = { language: string; title: string; author: string; [name: string]: unknown };

/** The input of the worker process, with everything the document shows. */
export type DocumentWork = {
  kind: 'document';
  template: TemplateName;
  /** Read by the template as `/data.json`. */
  data: DocumentData;
  standard: 'ua-1' | 'a-3a';
  /** Beyond some thousand rows tagging takes most of the time; such a file claims no standard. */
  isTagged: boolean;
  /** Epoch milliseconds; the only time in the file, so that output is reproducible. */
  issuedAt: number | null;
  /** Cross Industry Invoice, profile EN 16931: attached as `factur-x.xml`. */
  xml: string | null;
  /** Base64 by the template's names: `/logo.png`. */
  pictures: Readonly<Record<string, string>>;
};

/** A PNG for social networks. */
export type PictureWork = Pick<DocumentWork, 'template' | 'data' | 'pictures'> & { kind: 'picture' };

type DocumentInput = Pick<DocumentWork, 'template' | 'data'> & {
  pictures?: Readonly<Record<string, Uint8Array>>;
};

const encoded = (pictures: Readonly<Record<string, Uint8Array>> = {}) =>
  Object.fromEntries(Object.entries(pictures).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));

/**
 * Compiles a template to PDF/UA-1 in the worker process. `by`: the caller's turn.
 * @throws Problem TOO_MANY_REQUESTS when the same visit has too many waiting
 */
export function renderDocument(
  fonts: PdfFonts,
  { template, data, pictures, isTagged = true }: DocumentInput & { isTagged?: boolean },
  by: RequestedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  const others = { standard: 'ua-1', isTagged, issuedAt: null, xml: null, pictures: encoded(pictures) } as const;
  return drawn(fonts, by, { kind: 'document', template, data, ...others });
}

/** As PDF/A-3a and PDF/UA-1 for archived documents. `xml`: the electronic invoice. */
export function renderArchived(
  fonts: PdfFonts,
  { template, data, pictures, xml, issuedAt }: DocumentInput & { xml: string | null; issuedAt: number },
  by: RequestedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  const others = { standard: 'a-3a', isTagged: true, issuedAt, xml, pictures: encoded(pictures) } as const;
  return drawn(fonts, by, { kind: 'document', template, data: { ...data, 'is-dated': true }, ...others });
}

/** Compiles a template of 1200 × 630 points to a PNG of as many pixels, in the worker process. */
export function renderPicture(
  fonts: PdfFonts,
  { template, data, pictures }: DocumentInput,
): Promise<Uint8Array<ArrayBuffer>> {
  return drawn(fonts, null, { kind: 'picture', template, data, pictures: encoded(pictures) });
}

/** A document that opens in the browser. */
export const pdfResponse = (bytes: Uint8Array<ArrayBuffer>, name: string): Response =>
  new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(name, { type: 'inline', fallback: 'paper.pdf' }),
      'cache-control': 'private, no-store',
    },
  });
