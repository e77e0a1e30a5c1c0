/** What the pages of the test provider load: a style sheet and two scripts, small enough to be written down here. */

export const styleSheet = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f4f1ea; --ink: #1d2433; --soft: #525b6e; --line: #c9c4b8;
  --accent: #7a3e00; --accent-ink: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c2230; --ground: #11151f; --ink: #eef1f7; --soft: #b3bccb;
  --line: #4a556b; --accent: #ffc27a; --accent-ink: #221300; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-inline-size: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.sign { margin: 0; padding: .6rem 1rem; background: var(--accent); color: var(--accent-ink); font-weight: 650;
  text-align: center; }
form { display: grid; gap: 1.25rem; padding: 1.25rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 1rem 0 .25rem; }
p { margin: 0 0 1rem; color: var(--soft); }
form p { margin: 0; font-size: .9rem; }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .5rem; }
legend { padding: 0; margin-block-end: .5rem; font-weight: 650; }
label.choice { display: flex; gap: .75rem; align-items: start; padding: .7rem .8rem; border: 1px solid var(--line);
  border-radius: .75rem; }
label.choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
label.choice input { margin-block-start: .3rem; accent-color: var(--accent); }
label.choice small { display: block; color: var(--soft); overflow-wrap: anywhere; }
label.field { display: grid; gap: .3rem; font-weight: 650; }
input[type=email], select { inline-size: 100%; min-block-size: 2.9rem; padding: .5rem .75rem;
  font: 400 1rem/1.5 system-ui, sans-serif; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; }
.buttons { display: grid; gap: .6rem; }
button { min-block-size: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 650; border-radius: 99px;
  border: 1px solid var(--line); background: none; color: inherit; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** With scripts the form that goes back by POST needs nobody to press its button. */
export const submitScript = 'document.forms[0].submit();\n';

/**
 * Stands in for Google's script: the same names, one person, a true signature. The address that follows is that of the
 * credentials.
 */
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
