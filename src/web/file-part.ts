/** Browsers write shorter headers. */
const longestHead = 4096;

/**
 * Finds the file in a multipart body without copying it, and returns the form with an empty file: parsers copy everything twice.
 * null: not a browser's form, so it must be parsed as a whole.
 */
export function filePart(
  body: Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): { file: Uint8Array<ArrayBuffer>; rest: Uint8Array<ArrayBuffer> } | null {
  const [, quoted, plain] = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return null;
  const all = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const first = `--${boundary}\r\n`;
  if (all.toString('latin1', 0, first.length) !== first) return null;
  const border = `\r\n--${boundary}`;
  for (let at = first.length; ; ) {
    const head = all.subarray(at, at + longestHead).indexOf('\r\n\r\n');
    if (head < 0) return null;
    const begins = at + head + 4;
    const ends = all.indexOf(border, begins);
    if (ends < 0) return null;
    const said = all.toString('latin1', at, begins);
    if (new RegExp(`^content-disposition: *form-data; *name="${name}"; *filename=`, 'im').test(said)) {
      const rest = new Uint8Array(body.byteLength - (ends - begins));
      rest.set(body.subarray(0, begins));
      rest.set(body.subarray(ends), begins);
      return { file: body.subarray(begins, ends), rest };
    }
    at = all.indexOf('\r\n', ends + border.length) + 2;
    if (at < 2 || at > ends + border.length + 2) return null;
  }
}
