/** The texts of answers that the API's description does not have: of the console, of unknown routes, and to webhooks of providers. */

/** By what was asked for, and the status of the success. */
const SUCCESSES: Readonly<Record<string, RegExp>> = {
  'POST /console/session 200': /^Signed in successfully$/,
  'PUT /console/session 200': /^Session retrieved successfully$/,
  'DELETE /console/session 200': /^Signed out successfully$/,
  'GET /console/members 200': /^Members retrieved successfully$/,
  'POST /console/members 201': /^Member added successfully$/,
  'PATCH /console/members/{id} 200': /^Member updated successfully$/,
  'DELETE /console/members/{id} 200': /^Member removed successfully$/,
  'POST /console/members/{id}/link 201': /^Link made successfully$/,
  'DELETE /console/members/{id}/sessions 200': /^Sessions ended successfully$/,
  'GET /console/audit 200': /^Audit log retrieved successfully$/,
  'receive-payment 200': /^Webhook (received|ignored)$/,
};

const REFUSALS: Readonly<Record<string, RegExp>> = {
  route_not_found: /^Route not found$/,
  method_not_allowed: /^Method [A-Z]+ is not allowed here$/,
  provider_not_found: /^Provider not found$/,
  invalid_signature: /^Invalid signature$/,
  malformed_json: /^The body is not valid JSON$/,
  validation_failed: /^The request is not valid$/,
  payload_too_large: /^The body is larger than \d+ KB$/,
  unsupported_media_type: /^The body must be sent as application\/json$/,
  invalid_link: /^This link was used already, or has expired$/,
  invalid_session: /^You are not signed in$/,
  forbidden: /^Your role does not allow this$/,
  request_refused: /^The request did not come from the console$/,
  member_not_found: /^Member not found$/,
  last_admin: /^An account must keep at least one administrator$/,
  member_limit: /^An account can have at most 100 members$/,
  service_unavailable: /^The service is busy; please try again shortly$/,
  internal_error: /^Internal server error$/,
};

const NONE = /$^/;

/** `what` is the code of a refusal, or the status of a success. */
export const textOf = (asked: string, what: string): RegExp => REFUSALS[what] ?? SUCCESSES[`${asked} ${what}`] ?? NONE;
