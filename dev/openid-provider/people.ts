/** Who may log in at the test provider; each tries another branch of how accounts are joined. All invented. */
export type TestPerson = {
  id: string;
  firstname: string;
  lastname: string;
  birthDate: string;
  email: string | null;
  isEmailVerified: boolean;
};

const domain = 'startblock.example';
export const testPeople: readonly TestPerson[] = [
  {
    id: 'anna',
    firstname: 'Anna',
    lastname: 'Gruber',
    birthDate: '1990-05-17',
    email: `anna@${domain}`,
    isEmailVerified: true,
  },
  {
    id: 'jonas',
    firstname: 'Jonas',
    lastname: 'Weiß',
    birthDate: '1984-11-02',
    email: `jonas@${domain}`,
    isEmailVerified: false,
  },
  { id: 'mira', firstname: 'Mira', lastname: 'Šarić', birthDate: '2001-02-28', email: null, isEmailVerified: false },
];

/** Somebody with an address that was typed; the test provider calls it proven. */
export const inputPerson = (email: string): TestPerson => ({
  id: `mail-${email}`,
  firstname: 'Test',
  lastname: 'Person',
  birthDate: '1995-01-01',
  email,
  isEmailVerified: true,
});

/** What can go wrong on the way back, to be chosen on the page of the provider. */
export const errors = [
  'none',
  'wrongNonce',
  'expiredToken',
  'fromTheFuture',
  'wrongAudience',
  'wrongIssuer',
  'unknownKey',
  'unsigned',
  'sharedSecret',
  'noToken',
] as const;
export type OidcError = (typeof errors)[number];
export const isError = (text: unknown): text is OidcError => errors.includes(text as OidcError);
