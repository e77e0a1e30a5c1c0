import { Buffer } from 'node:buffer';

/** How an answer of a `WorkerProcess` begins: a part of it, its end, or why the work failed. */
export const workStatus = { done: 0, failed: 1, part: 2 } as const;

/** A message between two processes: how long it is, and then its bytes. */
export const framed = (bytes: Uint8Array): Buffer => Buffer.concat(framedPieces([bytes]));

/** The same of bytes that lie in several pieces, without a copy of them. */
export function framedPieces(pieces: readonly Uint8Array[]): Uint8Array[] {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(pieces.reduce((sum, { length }) => sum + length, 0));
  return [head, ...pieces];
}

/** Puts together what arrives in pieces, and hands over each message when it is complete. */
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
