/** Common label sheets, millimetres on A4. */
export const labelSheets = {
  '3x8': { columns: 3, rows: 8, width: 70, height: 37, gap: 0 },
  '3x7': { columns: 3, rows: 7, width: 63.5, height: 38.1, gap: 2.5 },
  '2x7': { columns: 2, rows: 7, width: 99.1, height: 38.1, gap: 2.5 },
  '2x8': { columns: 2, rows: 8, width: 105, height: 37, gap: 0 },
  '2x4': { columns: 2, rows: 4, width: 105, height: 74, gap: 0 },
} as const;
export type LabelFormat = keyof typeof labelSheets;
export const labelFormats = Object.keys(labelSheets) as [LabelFormat, ...LabelFormat[]];
