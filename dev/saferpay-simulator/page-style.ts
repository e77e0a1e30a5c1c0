import { createHash } from 'node:crypto';
import { styleSheet as sheetIn } from '../test-style.ts';

export const styleSheet = sheetIn({
  light: `--ground: #eef1f3; --paper: #fff; --ink: #14212b; --soft: #51616d; --line: #c6d0d7; --strong: #6b7d8a;
  --accent: #00695c; --accent-ink: #fff; --tint: #e3f1ef; --sign: #ffd54a; --sign-ink: #2b2200; --bad: #a8201a;
  --bad-soft: #fdecea;`,
  dark: `--ground: #0d151b; --paper: #17222a; --ink: #eaf1f5; --soft: #afbec9; --line: #33434f; --strong: #8295a3;
  --accent: #6fd6c4; --accent-ink: #00241f; --tint: #16332f; --sign: #e9bd2f; --sign-ink: #211900; --bad: #ffb4ab;
  --bad-soft: #3a1a18;`,
});

/** Below `/vt2`; the name is a hash, so it can be cached for ever. */
export const stylePath = `/style-${createHash('sha256').update(styleSheet).digest('hex').slice(0, 12)}.css`;
