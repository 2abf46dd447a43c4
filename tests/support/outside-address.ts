import { networkInterfaces } from 'node:os';

/** Where another machine would find this one; a machine without any network has no such address. */
export const [OUTSIDE_ADDRESS] = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);
