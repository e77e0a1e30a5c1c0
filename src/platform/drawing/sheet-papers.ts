/** Papers of very many people, as plain data: what a table or labels say. How they look is drawn elsewhere. */

type Paper = { language: string; title: string };

/** A table over any number of pages, with its head on each of them. */
export type TablePaper = Paper & {
  /** Under the title, and when it was made. */
  lead: string;
  columns: { title: string /** Of the width, beside the others. */; share: number; isFigure?: boolean }[];
  /** Each begins on a page of its own. */
  groups: { title: string; rows: string[][] }[];
  /** With `{page}` and `{pages}`. */
  foot: string;
};

/** A sheet of labels as it is sold, in millimetres. */
export type LabelSheet = {
  columns: number;
  rows: number;
  width: number;
  height: number;
  /** Between two beside each other. */
  gap: number;
};

export type LabelPaper = Paper & {
  sheet: LabelSheet;
  /** So many labels of the first sheet are gone. */
  skip: number;
  labels: { figure: string; lines: string[] }[];
};
