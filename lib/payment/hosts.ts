/** The base URLs of the providers' APIs; tests and the local run replace them. */

export const hosts = {
  paystack: 'https://api.paystack.co',
  flutterwave: 'https://api.flutterwave.com/v3',
  monnify: 'https://api.monnify.com',
  monnifyTest: 'https://sandbox.monnify.com',
  stripe: 'https://api.stripe.com/v1',
  sandbox: process.env['SANDBOX_URL'] ?? '',
};
