import type { Log } from '#src/runtime/log.ts';

const google = '@expo-google-fonts';
const noto = (script: string, weights: readonly string[]) => {
  const name = script.length === 2 ? script.toUpperCase() : `${script[0]?.toUpperCase()}${script.slice(1)}`;
  return weights.map((weight) => `${google}/noto-sans-${script}/${weight}/NotoSans${name}_${weight}.ttf`);
};
const both = ['400Regular', '700Bold'];
/** A font of this many letters has 5 to 10 MB, so one weight stands for the regular and the bold one. */
const one = ['500Medium'];

/** Where the fonts of documents and pictures lie in their packages. Each is under the SIL Open Font License 1.1. */
export const fontFiles = {
  regular: `${google}/inter/400Regular/Inter_400Regular.ttf`,
  bold: `${google}/inter/700Bold/Inter_700Bold.ttf`,
  /** By their family names, for letters that Inter lacks. */
  scripts: {
    'Noto Sans Arabic': noto('arabic', both),
    'Noto Sans Hebrew': noto('hebrew', both),
    'Noto Sans Devanagari': noto('devanagari', both),
    'Noto Sans Thai': noto('thai', both),
    'Noto Sans Georgian': noto('georgian', both),
    'Noto Sans Armenian': noto('armenian', both),
    'Noto Sans JP': noto('jp', one),
    'Noto Sans KR': noto('kr', one),
    'Noto Sans SC': noto('sc', one),
  },
};

export type ScriptFont = keyof typeof fontFiles.scripts;
/** Paths of whole TTF files; those that end with `.zst` are packed. */
export type FontPaths = {
  regular: string;
  bold: string;
  scripts: Readonly<Record<ScriptFont, readonly string[]>>;
};

/** `log` is told of letters that no font has. */
export type PdfFonts = FontPaths & { log?: Pick<Log, 'warn'> };

/** The same with another path for each file. */
export const fontPathsBy = (pathOf: (file: string) => string): FontPaths =>
  JSON.parse(JSON.stringify(fontFiles), (_, value) => (typeof value === 'string' ? pathOf(value) : value));
