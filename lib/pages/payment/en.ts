/** The English phrases of the payment page. */
import type { Words } from './words.ts';

export const en: Words = {
  heading: {
    open: (merchant) => `Payment to ${merchant}`,
    completed: 'Payment received',
    expired: 'This request has expired',
    cancelled: 'This request was cancelled',
  },
  meaning: {
    completed: (merchant) => `Thank you. Your payment to ${merchant} is complete, and there is nothing left to do.`,
    expired: (merchant) => `It can no longer be paid here. If you still want to pay, please ask ${merchant}.`,
    cancelled: (merchant) => `${merchant} no longer asks for this payment. There is nothing to pay.`,
  },
  partly: (merchant) => `Part of the amount was received. Please ask ${merchant} what happens with it.`,
  toPay: 'To pay',
  stillToPay: 'Still to pay',
  amount: 'Amount',
  received: 'Received',
  about: 'For',
  reference: 'Reference',
  payBefore: 'Pay before',
  overdue: 'This payment is overdue. You can still make it.',
  confirming: 'Your payment is being confirmed. This can take a minute.',
  checkAgain: 'Check again',
  notFinished: 'Did you not finish paying?',
  down: (provider) => `${provider} cannot take payments right now. Nothing has been charged. Please try again soon.`,
  noProvider: (merchant) =>
    `This payment cannot be made online. Please ask ${merchant} how to pay, and mention the reference.`,
  leaving: (host) => `Your payment is ready at ${host}.`,
  pay: (amount) => `Pay ${amount}`,
  continueTo: (host) => `Continue to ${host}`,
  next: (provider) => `You pay on the secure page of ${provider}.`,
  test: 'Test: no real money is moved.',
  transfer: 'Pay by bank transfer',
  exactly: (amount) => `Transfer exactly ${amount} to:`,
  bank: 'Bank',
  accountNumber: 'Account number',
  accountName: 'Account name',
  usableUntil: 'Valid until',
  mobile: (network) => `Pay with ${network}`,
  known: (merchant) => `Pay only if you know ${merchant} and expect this request.`,
  unknown: {
    heading: 'This link is not complete',
    text: 'Please open it again from the message you received.',
  },
};
