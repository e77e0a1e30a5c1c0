import type { Log } from '#src/runtime/log.ts';

const google = '@expo-google-fonts';
const noto = (script: string, weights: readonly string[]) => {
  const name = script.length === 2 ? script.toUpperCase() : `${script[0]?.toUpperCase()}${script.slice(1)}`;
  return weights.map((weight) => `${google}/noto-sans-${script}/${weight}/NotoSans${name}_${weight}.ttf`);
};
const both = ['400Regular', '700Bold'];
/** These fonts have 5 to 10 MB, so one weight serves regular and bold. */
const one = ['500Medium'];

/** Font files in their packages. All are under the SIL Open Font License 1.1. */
export const fontFiles = {
  regular: `${google}/inter/400Regular/Inter_400Regular.ttf`,
  bold: `${google}/inter/700Bold/Inter_700Bold.ttf`,
  /** By family, for letters that Inter lacks. */
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
/** Paths of TTF files; `.zst` ones are compressed. */
export type FontPaths = {
  regular: string;
  bold: string;
  scripts: Readonly<Record<ScriptFont, readonly string[]>>;
};

/** `log` gets letters that no font has. */
export type PdfFonts = FontPaths & { log?: Pick<Log, 'warn'> };

export const fontPathsBy = (pathOf: (file: string) => string): FontPaths =>
  JSON.parse(JSON.stringify(fontFiles), (_, value) => (typeof value === 'string' ? pathOf(value) : value));
