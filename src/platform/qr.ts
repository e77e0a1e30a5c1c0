/** QR codes (ISO/IEC 18004) at error level M with the quiet zone of four modules that scanners need. */
import QRCode, { type QRCodeSegment } from 'qrcode';

const form = { errorCorrectionLevel: 'M', margin: 4 } as const;

export type QrOptions = {
  /** Pixels of the picture with its quiet zone; never fewer than one per module. Default 480. */
  width?: number;
  /** EPC payment codes allow byte mode alone; everything else takes the mode that gives the smallest code. */
  bytesOnly?: boolean;
};

function contentOf(text: string, bytesOnly = false): string | QRCodeSegment[] {
  return bytesOnly ? [{ data: new TextEncoder().encode(text), mode: 'byte' }] : text;
}

/** PNG bytes, black on white. @throws when the text is longer than the largest code holds. */
export async function qrPng(text: string, { width = 480, bytesOnly }: QrOptions = {}): Promise<Uint8Array> {
  return new Uint8Array(await QRCode.toBuffer(contentOf(text, bytesOnly), { ...form, type: 'png', width }));
}

/** The PNG as a `data:` address. */
export async function qrDataUrl(text: string, options: QrOptions = {}): Promise<string> {
  return `data:image/png;base64,${Buffer.from(await qrPng(text, options)).toString('base64')}`;
}
