import { Buffer } from 'node:buffer';

/** The first byte of a response: a part, its end, or a failure. */
export const workStatus = { done: 0, failed: 1, part: 2 } as const;

/** A length-prefixed message. */
export const framed = (bytes: Uint8Array): Buffer => Buffer.concat(framedPieces([bytes]));

/** The same for several pieces, without copying. */
export function framedPieces(pieces: readonly Uint8Array[]): Uint8Array[] {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(pieces.reduce((sum, { length }) => sum + length, 0));
  return [head, ...pieces];
}

/** Reassembles messages from chunks. */
export function frameReader(take: (message: Buffer) => void): (piece: Uint8Array) => void {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let wanted = 4;
  return (piece) => {
    pieces.push(piece);
    length += piece.length;
    if (length < wanted) return;
    let all = Buffer.concat(pieces);
    while (all.length >= 4 && all.length >= 4 + all.readUInt32BE()) {
      const end = 4 + all.readUInt32BE();
      take(all.subarray(4, end));
      all = all.subarray(end);
    }
    pieces = [all];
    length = all.length;
    wanted = length < 4 ? 4 : 4 + all.readUInt32BE();
  };
}
