/** Addresses of this machine: what goes there leaves it as little over plain HTTP as over HTTPS. */
const HOSTS = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && HOSTS.includes(hostname);
