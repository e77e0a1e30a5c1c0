/** One measured number. `better` tells a reader (and a comparison) which way is good. */
export type Row = { what: string; value: number; unit: string; better: 'higher' | 'lower'; note?: string };
export type Bench = { name: string; run(): Promise<Row[]> };
