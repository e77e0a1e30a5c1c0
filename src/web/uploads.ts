import { withoutUnseen } from '#src/kernel/plain-text.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { collectYoung } from '#src/runtime/garbage.ts';
import type { AppContext, Route, Upload, UploadedFile } from '#src/web/http.ts';
import { filePart } from './file-part.ts';

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
