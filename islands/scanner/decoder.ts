import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm';

// The client build puts the wasm file beside this script.
prepareZXingModule({ overrides: { locateFile: () => new URL(wasm, import.meta.url).href } });

export async function decodeQr(picture: ImageData): Promise<string | null> {
  const [code] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true });
  return code?.isValid ? code.text : null;
}
