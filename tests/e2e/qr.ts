/** Reads QR codes as a phone would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { root } from '../support/server.ts';

const wasm = readFileSync(join(root, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** What the code in a `data:image/png` address says. */
export async function readQr(address: string): Promise<string> {
  const [head, data = ''] = address.split(',');
  if (!head?.startsWith('data:image/png')) throw new Error(`not a PNG: ${head}`);
  const [code] = await readBarcodes(new Uint8Array(Buffer.from(data, 'base64')), { formats: ['QRCode'] });
  if (!code?.isValid) throw new Error('no QR code in the picture');
  return code.text;
}
