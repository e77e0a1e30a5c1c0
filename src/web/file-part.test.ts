import { expect, test } from 'vitest';
import { filePart } from './uploads.ts';

type Field = [name: string, value: string | File];

async function posted(fields: readonly Field[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const sent = new Response(form);
  return { type: sent.headers.get('content-type') ?? '', body: new Uint8Array(await sent.arrayBuffer()) };
}

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'bank.xml') => new File([content], name);
const borders = '\r\n--\r\n\r\n------x\r\nContent-Disposition: form-data; name="file"; filename="b"\r\n\r\n';
const every = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7919) % 256);

test.each<[string, Field[], string | Uint8Array<ArrayBuffer>]>([
  ['alone', [['file', file('<Document/>')]], '<Document/>'],
  ['between other fields', [['csrf', 'a'], ['file', file(every)], ['note', 'b']], every], // biome-ignore format: a line each
  [
    'with what looks like borders',
    [
      ['file', file(borders)],
      ['note', borders],
    ],
    borders,
  ],
  ['empty', [['file', file('')]], ''],
  [
    'the first of two',
    [
      ['file', file('one')],
      ['file', file('two')],
    ],
    'one',
  ],
  [
    'behind another file',
    [
      ['picture', file('one')],
      ['file', file('two', 'ä"b;.xml')],
    ],
    'two',
  ],
])('a file %s is found where it lies, and the rest says the same without it', async (_, fields, content) => {
  const { type, body } = await posted(fields);
  const part = filePart(body, type, 'file');
  expect(part?.file.buffer).toBe(body.buffer);
  expect(Buffer.from(part?.file ?? [])).toEqual(Buffer.from(content as string));
  const headers = { 'content-type': type };
  const whole = [...(await new Response(body, { headers }).formData())];
  const rest = [...(await new Response(part?.rest, { headers }).formData())];
  const at = whole.findIndex(([name, value]) => name === 'file' && value instanceof File);
  const told = (entries: typeof whole) =>
    Promise.all(
      entries.map(async ([name, value], index) => {
        if (!(value instanceof File)) return [name, value];
        return [name, value.name, index === at ? null : await value.text()];
      }),
    );
  expect(await told(rest)).toEqual(await told(whole));
  expect(rest[at]?.[1]).toMatchObject({ size: 0 });
});

test.each([
  ['no border is named', 'multipart/form-data', '--x\r\n\r\n\r\n--x--\r\n'],
  ['it is another kind of form', 'application/x-www-form-urlencoded', 'file=a'],
  [
    'there is no file',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\na\r\n--x--\r\n',
  ],
  [
    'it is cut off',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  ],
  ['its head never ends', 'multipart/form-data; boundary=x', `--x\r\n${'a'.repeat(5000)}\r\n\r\nabc\r\n--x--`],
  ['something stands before it', 'multipart/form-data; boundary=x', 'a\r\n--x\r\n\r\n\r\n--x--'],
])('where %s the form is read whole', (_, type, body) => {
  expect(filePart(new TextEncoder().encode(body), type, 'file')).toBeNull();
});
