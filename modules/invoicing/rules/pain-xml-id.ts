/**
 * Files of payouts and of refunds are told apart by their number in one list: `2n` is the file `n` of refunds, `2n + 1` the
 * file `n` of payouts. Neither changes when another file of the other kind is made.
 */
export type PainXml = { kind: 'payouts' | 'refunds'; fileId: number };

export const painXmlId = ({ kind, fileId }: PainXml): number => 2 * fileId + (kind === 'payouts' ? 1 : 0);
export const painXmlOf = (id: number): PainXml => ({
  kind: id % 2 === 1 ? 'payouts' : 'refunds',
  fileId: Math.floor(id / 2),
});
