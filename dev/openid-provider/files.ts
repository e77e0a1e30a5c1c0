import { styleSheet as sheetIn } from '../test-style.ts';

/** The style sheet and scripts of the test provider's pages. */

export const styleSheet = sheetIn({
  light: `--paper: #fff; --ground: #f4f1ea; --ink: #1d2433; --soft: #525b6e; --line: #c9c4b8; --strong: #c9c4b8;
  --accent: #7a3e00; --accent-ink: #fff; --tint: #f6ece1; --sign: var(--accent); --sign-ink: var(--accent-ink);`,
  dark: `--paper: #1c2230; --ground: #11151f; --ink: #eef1f7; --soft: #b3bccb; --line: #4a556b; --strong: #4a556b;
  --accent: #ffc27a; --accent-ink: #221300; --tint: #352a1d;`,
});

/** Submits the form without a press of its button. */
export const submitScript = 'document.forms[0].submit();\n';

/** A stand-in for Google's script with one person and a valid signature. */
export const oneTapScript = (credentialUrl: string): string => `
(() => {
  let options = null;
  const id = {
    initialize(given) { options = given; },
    async prompt() {
      const query = new URLSearchParams({ client_id: options.client_id, nonce: options.nonce || '' });
      const answer = await fetch(${JSON.stringify(credentialUrl)} + '?' + query);
      const { credential } = await answer.json();
      options.callback({ credential, select_by: 'user' });
    },
    cancel() {},
    disableAutoSelect() {},
  };
  window.google = { accounts: { id } };
})();
`;
