/** Maximum lengths, shared by forms and API. */
export const addressLengths = {
  titlePrefix: 50,
  firstName: 100,
  lastName: 100,
  titleSuffix: 50,
  companyName: 150,
  vatId: 30,
  sportsClub: 150,
  street: 150,
  houseNumber: 20,
  additional: 150,
  zipCode: 20,
  city: 100,
  phoneNumber: 30,
} as const;
