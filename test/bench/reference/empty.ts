/** What any function costs before it does anything. */
export const handler = async () => ({ statusCode: 200 });
