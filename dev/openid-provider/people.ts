/** Invented people at the test provider; each tests another case of account linking. */
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

/** A person with a typed, verified address. */
export const personWithEmail = (email: string): TestPerson => ({
  id: `mail-${email}`,
  firstname: 'Test',
  lastname: 'Person',
  birthDate: '1995-01-01',
  email,
  isEmailVerified: true,
});

/** Errors on the way back, selectable on the provider's page. */
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
