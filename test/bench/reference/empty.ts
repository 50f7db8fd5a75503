/** An empty function, which shows the fixed cost of every function. */
export const handler = async () => ({ statusCode: 200 });
