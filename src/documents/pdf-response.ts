import { create as contentDisposition } from 'content-disposition';

/** A document that opens in the browser. */
export const pdfResponse = (bytes: Uint8Array<ArrayBuffer>, name: string): Response =>
  new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(name, { type: 'inline', fallback: 'paper.pdf' }),
      'cache-control': 'private, no-store',
    },
  });
