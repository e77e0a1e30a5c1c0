import { Buffer } from 'node:buffer';

/** A message between two processes: how long it is, and then its bytes. */
export function framed(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes.length);
  return Buffer.concat([head, bytes]);
}

/** Puts together what arrives in pieces, and hands over each message when it is complete. */
export function frameReader(take: (message: Buffer) => void): (piece: Uint8Array) => void {
  let pieces: Uint8Array[] = [];
  let length = 0;
  return (piece) => {
    pieces.push(piece);
    length += piece.length;
    if (length < 4) return;
    let all = Buffer.concat(pieces);
    while (all.length >= 4 && all.length >= 4 + all.readUInt32BE()) {
      const end = 4 + all.readUInt32BE();
      take(all.subarray(4, end));
      all = all.subarray(end);
    }
    pieces = [all];
    length = all.length;
  };
}
