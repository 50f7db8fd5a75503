/** The functions of libphonenumber-js that bundles hold, loaded with the first number. */
export { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/core';
