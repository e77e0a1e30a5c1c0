export { mailingsModule } from './module.ts';
export { sentMailingsOf } from './read-mailings.ts';
