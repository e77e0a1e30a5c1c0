export { mailingMail } from './mailing-mail.ts';
export { mailingsModule } from './module.ts';
export { sentMailingsOf } from './read-mailings.ts';
