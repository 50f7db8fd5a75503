/** The store functions by which a customer is kept: `keep-customer.ts` needs all of them. */
import { getCollections } from '#lib/store/collection/collections.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { getPerson, savePerson } from '#lib/store/person/people.ts';
import { forgetCustomer, putDebt, readCustomer, removeDebt, saveCustomer, saveOpenSum } from './customers.ts';
import { putCustomerWords, putReferenceWords, removeCustomerWords } from './words.ts';

export const keepingCustomers = {
  findByContact,
  forgetCustomer,
  getCollections,
  getPerson,
  putCustomerWords,
  putDebt,
  putReferenceWords,
  readCustomer,
  removeCustomerWords,
  removeDebt,
  saveCustomer,
  saveOpenSum,
  savePerson,
};
