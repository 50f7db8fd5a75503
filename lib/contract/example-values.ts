/** Values that several examples share. */

export const A_COLLECTION_ID = 'pay_0a1b2c3d4ek7m2x9q4t8w1z5r3v6b0n8c2d';
export const A_PROVIDER_ID = 'prv_0a1b2c3d4eh6j1x8q3t7w0z4r2v5b9n7c1d';
export const A_WEBHOOK_ENDPOINT_ID = 'whe_0a1b2c3d4eq8t2w6z0r4v8b2n6c0d4f8k2m';

export const AN_EVENT_ID = 'evt_7x9q4t8w1z3r6v0b8nc5f0k2m';

export const CREATED = '2026-03-02T09:15:30.120Z';
export const AN_INSTANT_AHEAD = '2026-03-03T07:00:00.000Z';

export const AN_AMOUNT = { value: 45_000, currency: 'NGN' };

export const A_MEMBER = { id: 'mbr_0a1b2c3d4eg4t8w1z5r9v3b7n1c5f0k4m8x', name: 'Grace Eze' };

export const A_CUSTOMER = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };

export const A_CONTACT = {
  id: 'contact_5f0k2m7x9q4t8w1z3r6v0b8nc',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  email: 'ada@example.com',
};

/** Where `npm run listen` receives webhooks. A deployed service refuses it, and shows another address in its description. */
export const LOCAL_RECEIVER = 'http://127.0.0.1:4000/';

export const A_CLAIM_ID = 'clm_4t8w1z3r6v0b8nc5f0k2m7x9q';
export const A_DISPUTE_ID = 'dsp_8nc5f0k2m7x9q4t8w1z3r6v0b';
export const AN_ATTENTION_ID = `att_${A_COLLECTION_ID.slice('pay_'.length)}0`;
