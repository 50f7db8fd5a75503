/** Mutants of creates: references, contacts, providers. */

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey } from '#lib/store/account/keys.ts';
import { COLLECTION_SORT_KEY, collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { appendToList } from '#lib/store/list/log.ts';
import { CONTACT_SORT_KEY, contactByEmailKey } from '#lib/store/person/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import {
  changing,
  eachWrite,
  type Input,
  isNamed,
  isPutOf,
  isTransactionOf,
  isUpdate,
  type Mutant,
  unconditional,
} from './mutant.ts';

const isRecording = isPutOf(COLLECTION_SORT_KEY);
const isNewContact = isTransactionOf(`"sk":"${CONTACT_SORT_KEY}"`);

const OWNER = new RegExp(`^${accountKey('').pk}\\w+`);
const sharedKey = ({ pk, ...rest }: Input): Input => ({ pk: pk.replace(OWNER, accountKey('everybody').pk), ...rest });

export const CREATES: readonly Mutant[] = [
  {
    name: 'reference not guarded',
    mistake: 'The collection is put without a condition.',
    breaks: [1],
    within: 20,
    seams: { table: changing(isRecording, unconditional) },
  },
  {
    name: 'no nonce',
    mistake: 'A put whose condition fails is always attributed to another caller.',
    breaks: [1],
    within: 50,
    seams: {
      table: changing(isRecording, ({ Item, ...put }) => ({ ...put, Item: { ...Item, nonce: `not ${Item.nonce}` } })),
    },
  },
  {
    name: 'idempotency key not kept',
    mistake: 'The key of a create is not stored with the collection.',
    breaks: [1],
    within: 20,
    seams: {
      table: changing(isRecording, ({ Item: { idempotencyKey: _key, bodyHash: _hash, ...Item }, ...put }) => ({
        ...put,
        Item,
      })),
    },
  },
  {
    name: 'append before put',
    mistake: 'A collection is listed before it is stored.',
    breaks: [6],
    within: 200,
    seams: {
      async table(command, send) {
        const ref = isRecording(command) ? collectionRefOfKey(command.input.Item.pk) : undefined;
        if (ref !== undefined) await appendToList(table, { ...ref, startSegment: command.input.Item.startSegment });
        return send(command);
      },
    },
  },
  {
    name: 'contact without claim',
    mistake: 'A new contact overwrites an existing one.',
    breaks: [2],
    within: 50,
    seams: { table: changing(isNewContact, eachWrite(unconditional)) },
  },
  {
    name: 'contact in two writes',
    mistake: 'A contact’s two copies are put one after the other.',
    breaks: [2],
    within: 50,
    seams: {
      async table(command, send) {
        if (!isNewContact(command)) return send(command);
        for (const { Put } of command.input.TransactItems) await send(new PutCommand(unconditional(Put)));
        return {};
      },
    },
  },
  {
    name: 'contacts of all accounts together',
    mistake: 'The key of a contact lacks the account.',
    breaks: [2],
    within: 20,
    seams: {
      table: (command, send) => {
        if (isNewContact(command)) {
          const share = eachWrite(({ Item, ...put }) => ({ ...put, Item: sharedKey(Item) }));
          return send({ constructor: command.constructor, input: share(command.input) });
        }
        if (!isNamed('GetCommand')(command) || command.input.Key.sk !== CONTACT_SORT_KEY) return send(command);
        return send({
          constructor: command.constructor,
          input: { ...command.input, Key: sharedKey(command.input.Key) },
        });
      },
    },
  },
  {
    name: 'details of the contact that was found',
    mistake: 'A collection gets the phone and email that its contact was made with.',
    breaks: [8, 14],
    within: 20,
    seams: {
      async table(command, send) {
        if (!isRecording(command)) return send(command);
        const { Item, ...put } = command.input;
        const { contact, ...terms } = JSON.parse(Item.terms);
        const { account = '' } = collectionRefOfKey(Item.pk) ?? {};
        const Key = contactByEmailKey(account, contact.email.toLowerCase());
        const get = { constructor: { name: GetCommand.name }, input: { TableName: put.TableName, Key } };
        const { Item: found } = (await send(get)) as Input;
        const phone = found?.phone.startsWith('+') ? found.phone : contact.phone;
        const changed = JSON.stringify({
          ...terms,
          contact: { ...contact, phone, email: found?.email ?? contact.email },
        });
        return send({ constructor: command.constructor, input: { ...put, Item: { ...Item, terms: changed } } });
      },
    },
  },
  {
    name: 'no nonce on providers',
    mistake: 'The creator of a provider whose answer was lost gets 409.',
    breaks: [1],
    within: 500,
    seams: {
      table: changing(
        isUpdate('SET providers.#slug = :provider'),
        ({ ExpressionAttributeValues: values, ...update }) => {
          const { nonce: _nonce, ...provider } = values[':provider'];
          return { ...update, ExpressionAttributeValues: { ...values, ':provider': provider } };
        },
      ),
    },
  },
];
