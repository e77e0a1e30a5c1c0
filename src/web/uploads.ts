import { withoutUnseen } from '#src/kernel/plain-text.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { collectYoung } from '#src/runtime/garbage.ts';
import type { AppContext, Route, Upload, UploadedFile } from './http.ts';

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

/** Bytes of concurrent uploads: in total, five of the largest; per person, three. */
const usual = { all: 320 * 2 ** 20, ofOne: 192 * 2 ** 20, retryAfterSeconds: 10 };

/**
 * Limits the memory of concurrent uploads, from their first byte to the response, because files wait for their reader in memory.
 */
export class UploadRoom {
  #all = 0;
  readonly #ofOne = new Map<string, number>();

  constructor(private readonly bounds = usual) {}

  open(): UploadShare {
    let held: { by: string; bytes: number } | null = null;
    return {
      take: (by, bytes) => {
        const { all, ofOne, retryAfterSeconds } = this.bounds;
        const own = (this.#ofOne.get(by) ?? 0) + bytes;
        if (this.#all + bytes > all || own > ofOne) refuse('TOO_MANY_REQUESTS', { retryAfterSeconds, reason: 'files' });
        this.#all += bytes;
        this.#ofOne.set(by, own);
        held = { by, bytes: (held?.bytes ?? 0) + bytes };
      },
      end: () => {
        if (!held) return;
        this.#all -= held.bytes;
        const left = (this.#ofOne.get(held.by) ?? 0) - held.bytes;
        if (left > 0) this.#ofOne.set(held.by, left);
        else this.#ofOne.delete(held.by);
        held = null;
      },
    };
  }
}

export type UploadShare = {
  /** Reserves bytes before they are read. @throws Problem TOO_MANY_REQUESTS */
  take(by: string, bytes: number): void;
  end(): void;
};

/** Room for the other fields and the boundaries of a form. */
const roomForFields = 64 * 1024;
/** Parts without a file have the limit of other bodies, because they are parsed at once. */
const maxBytesBesideFile = 1024 * 1024;
/** Chunks exist twice until they are collected. */
const bytesOfGarbage = 8 * 1024 * 1024;

export function fileTakers(routes: readonly Route[]): (method: string, path: string) => boolean {
  const takers = routes
    .filter((route) => route.upload)
    .map(({ method, path }) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
  return (asked, path) => takers.some(({ method, pattern }) => method === asked && pattern.test(path));
}

/**
 * The form of an upload route. Holds little more than `maxBytes`.
 * @throws Problem FILE_SIZE_LIMIT_EXCEEDED, VALIDATION_FAILED for a body that is no form
 */
export async function uploadedForm(context: AppContext, { maxBytes }: Upload): Promise<FormData> {
  const { form, bytes } = await partsOf(context, maxBytes);
  const file = form.get('file');
  if (file instanceof File && bytes) form.set('file', new File([bytes], file.name, { type: file.type }));
  if (file instanceof File && (bytes?.length ?? file.size) > maxBytes) tooLarge(maxBytes);
  return form;
}

/** @throws Problem like `uploadedForm`, and VALIDATION_FAILED without a file */
export async function uploadIn(context: AppContext, { maxBytes, fields: known = {} }: Upload): Promise<UploadedFile> {
  const { form, bytes: found } = await partsOf(context, maxBytes);
  const file = form.get('file');
  const unknown = [...form.keys()].filter((name) => name !== 'file' && !Object.hasOwn(known, name));
  if (unknown.length > 0) refuseFields(Object.fromEntries(unknown.map((name) => [name, ['unknownName']])));
  if (!(file instanceof File)) return refuseFields({ file: ['missing'] });
  const bytes = found ?? new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) return refuseFields({ file: ['missing'] });
  if (bytes.length > maxBytes) tooLarge(maxBytes);
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const texts = fields.map(([name, value]) => [name, withoutUnseen(value)] as const);
  return { bytes, name: file.name, fields: Object.fromEntries(texts) };
}

/** The file in the body, and the form without it. @throws Problem like `uploadedForm` */
async function partsOf(context: AppContext, maxBytes: number) {
  const body = await bodyOf(context, maxBytes);
  const part = filePart(body.bytes, body.type, 'file');
  const bytes = part?.rest ?? body.bytes;
  if (bytes.length > maxBytesBesideFile) tooLarge(maxBytesBesideFile);
  return { form: await formOf({ ...body, bytes }), bytes: part?.file };
}

type Body = { bytes: Uint8Array<ArrayBuffer>; type: string };

async function bodyOf(context: AppContext, maxBytes: number): Promise<Body> {
  const type = context.req.header('content-type') ?? '';
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    refuseFields({ body: ['notAForm'] });
  }
  return { type, bytes: await bytesOf(context, maxBytes + roomForFields, maxBytes) };
}

const formOf = ({ bytes, type }: Body): Promise<FormData> =>
  new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => refuseFields({ body: ['notAForm'] }));

const tooLarge = (limitBytes: number): never => refuse('FILE_SIZE_LIMIT_EXCEEDED', { limitBytes });

/** Reads up to a limit, whatever the declared length. */
async function bytesOf(context: AppContext, most: number, told: number): Promise<Uint8Array<ArrayBuffer>> {
  // A declared length allocates the buffer once; otherwise it grows.
  const said = Number(context.req.header('content-length') ?? 0);
  if (said > most) tooLarge(told);
  const by = String(context.var.viewer?.userId ?? context.var.clientAddress);
  const take = (bytes: number) => context.var.uploadShare?.take(by, bytes);
  take(said);
  let whole = new Uint8Array(said);
  let length = 0;
  for await (const part of context.req.raw.body ?? []) {
    if (length + part.byteLength > most) tooLarge(told);
    if (length + part.byteLength > whole.byteLength) {
      const room = Math.min(most, Math.max(64 * 1024, 2 * (length + part.byteLength)));
      take(room - whole.byteLength);
      const larger = new Uint8Array(room);
      larger.set(whole.subarray(0, length));
      whole = larger;
    }
    whole.set(part, length);
    const before = length;
    length += part.byteLength;
    if (Math.floor(length / bytesOfGarbage) > Math.floor(before / bytesOfGarbage)) collectYoung();
  }
  return whole.subarray(0, length);
}
