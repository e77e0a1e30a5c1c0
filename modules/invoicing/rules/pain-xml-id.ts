/** One id for two kinds of files: `2n` is refund file `n`, `2n + 1` is payout file `n`. */
export type PainXml = { kind: 'payouts' | 'refunds'; fileId: number };

export const painXmlId = ({ kind, fileId }: PainXml): number => 2 * fileId + (kind === 'payouts' ? 1 : 0);
export const painXmlOf = (id: number): PainXml => ({
  kind: id % 2 === 1 ? 'payouts' : 'refunds',
  fileId: Math.floor(id / 2),
});
