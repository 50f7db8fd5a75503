/** The two functions of libphonenumber-js that bundles hold, loaded with the first number. */
export { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/core';
